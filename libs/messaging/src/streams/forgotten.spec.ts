import { describe, expect, it } from '@jest/globals';
import { forgotten, type Forgotten, type StreamMemory } from './forgotten.ts';

const MONDAY = '2026-11-09T00:00:00Z';
const TUESDAY = '2026-11-10T00:00:00Z';

/** Both maps are keyed by sequence: the messages that were acknowledged, and the messages that the stream holds now. */
function memory(ours: Record<number, string>, stream: Record<number, string>): StreamMemory {
  return {
    newestUpTo: (sequence) => {
      const newest = Object.entries(ours).findLast(([at]) => Number(at) <= sequence);
      return Promise.resolve(newest && { sequence: Number(newest[0]), messageId: newest[1] });
    },
    messageAt: (sequence) => Promise.resolve(stream[sequence]),
  };
}

interface Row {
  name: string;
  knownCreatedAt?: string;
  createdAt?: string;
  firstSequence?: number;
  ours: Record<number, string>;
  stream: Record<number, string>;
  verdict: Forgotten;
}

describe('what a stream has forgotten', () => {
  const rows: Row[] = [
    { name: 'nothing when we never sent anything', ours: {}, stream: { 1: 'x' }, verdict: { kind: 'nothing' } },
    {
      name: 'nothing while our newest message is there',
      ours: { 3: 'a', 7: 'b' },
      stream: { 3: 'a', 7: 'b' },
      verdict: { kind: 'nothing' },
    },
    {
      name: 'nothing when others have published since',
      ours: { 3: 'a' },
      stream: { 3: 'a', 4: 'x' },
      verdict: { kind: 'nothing' },
    },
    {
      name: 'nothing that has only aged out',
      firstSequence: 8,
      ours: { 3: 'a', 7: 'b' },
      stream: { 8: 'x' },
      verdict: { kind: 'nothing' },
    },
    {
      name: 'the tail when the stream ends earlier',
      ours: { 3: 'a', 7: 'b', 9: 'c' },
      stream: { 3: 'a', 4: 'x' },
      verdict: { kind: 'after', sequence: 6 },
    },
    {
      name: 'the tail when others have published over it',
      ours: { 3: 'a', 7: 'b', 9: 'c' },
      stream: { 3: 'a', 4: 'x', 5: 'x', 6: 'x', 7: 'x', 8: 'x', 9: 'x', 10: 'x' },
      verdict: { kind: 'after', sequence: 6 },
    },
    {
      name: 'the tail from the first of ours on',
      ours: { 1: 'a', 2: 'b' },
      stream: {},
      verdict: { kind: 'after', sequence: 0 },
    },
    {
      name: 'the last message alone',
      ours: { 5: 'a', 6: 'b' },
      stream: { 5: 'a' },
      verdict: { kind: 'after', sequence: 5 },
    },
    {
      name: 'the tail but not what had aged out before it',
      firstSequence: 4,
      ours: { 3: 'a', 6: 'b' },
      stream: { 4: 'x' },
      verdict: { kind: 'after', sequence: 5 },
    },
    {
      name: 'everything when it was made anew, whatever it holds',
      createdAt: TUESDAY,
      ours: { 3: 'a' },
      stream: { 3: 'a' },
      verdict: { kind: 'everything' },
    },
  ];
  it.each(rows)(
    '$name',
    async ({ knownCreatedAt = MONDAY, createdAt = MONDAY, firstSequence = 1, ours, stream, verdict }) => {
      const current = { createdAt, firstSequence };
      expect(await forgotten(knownCreatedAt, current, memory(ours, stream))).toEqual(verdict);
    },
  );

  it('is nothing at the first look', async () => {
    const current = { createdAt: MONDAY, firstSequence: 1 };
    expect(await forgotten(undefined, current, memory({}, {}))).toEqual({ kind: 'nothing' });
  });
});
