import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { GrowingBuffer } from './growing-buffer.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The memory that is in use once everything unreachable is collected. */
function usedBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('a growing buffer', () => {
  it.each<[string, number, string[], string]>([
    ['nothing', 10, [], ''],
    ['pieces in their order', 10, ['ab', '', 'c'], 'abc'],
    ['as much as its limit', 3, ['ab', 'c'], 'abc'],
    ['no more than its limit', 3, ['ab', 'cd', 'e'], 'abc'],
    ['nothing at all with a limit of nothing', 0, ['ab'], ''],
  ])('holds %s', (_name, limit, pieces, held) => {
    const buffer = new GrowingBuffer(limit);
    for (const piece of pieces) buffer.add(Buffer.from(piece));
    expect(buffer.bytes.toString()).toBe(held);
    expect(buffer.isFull).toBe(held.length === limit);
  });

  it('says how much it took', () => {
    const buffer = new GrowingBuffer(5);
    expect([buffer.add(Buffer.alloc(3)), buffer.add(Buffer.alloc(3)), buffer.add(Buffer.alloc(3))]).toEqual([3, 2, 0]);
  });

  it('holds a million single bytes in one buffer, and none of the pieces', () => {
    const buffer = new GrowingBuffer(2 * 1024 * 1024);
    const before = usedBytes();
    for (let i = 0; i < 1_000_000; i++) buffer.add(Buffer.from('x'));
    // The pieces themselves would take about a hundred megabytes.
    expect(usedBytes() - before).toBeLessThan(10 * 1024 * 1024);
    expect(buffer.bytes.length).toBe(1_000_000);
    expect(buffer.bytes.buffer.byteLength).toBeLessThanOrEqual(2 * 1024 * 1024);
  });

  it('begins anew when it is cleared', () => {
    const buffer = new GrowingBuffer(4);
    buffer.add(Buffer.from('abcd'));
    buffer.clear();
    buffer.add(Buffer.from('xy'));
    expect(buffer.bytes.toString()).toBe('xy');
  });
});
