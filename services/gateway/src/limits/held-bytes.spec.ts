import { beforeEach, describe, expect, it } from '@jest/globals';
import { HELD_BYTES_ALONE, HeldBytes, MOST_HELD_BYTES, MOST_HELD_BYTES_OF_CLIENT } from './held-bytes.ts';

const MIB = 1_024 * 1_024;

let held: HeldBytes;

beforeEach(() => {
  held = new HeldBytes();
});

/** One request after the other, each with a body of two mebibytes. */
const bodiesOf = (client: string, count: number): boolean[] =>
  Array.from({ length: count }, () => held.of(client).tryAdd(2 * MIB));

describe('the bytes that requests hold', () => {
  it('are limited for each client', () => {
    expect(bodiesOf('one', 9)).toEqual([...Array.from({ length: 8 }, () => true), false]);
    expect(bodiesOf('other', 1)).toEqual([true]);
    expect(held.total).toBe(MOST_HELD_BYTES_OF_CLIENT + 2 * MIB);
  });

  it('leave each client one long body while all hold too many', () => {
    for (const client of ['a', 'b', 'c', 'd']) bodiesOf(client, 8);
    expect(held.total).toBe(MOST_HELD_BYTES);
    expect(bodiesOf('quiet', 2)).toEqual([true, false]);
    expect(held.total).toBe(MOST_HELD_BYTES + HELD_BYTES_ALONE);
  });

  it('are the answer instead of the body once there is one, and nothing when it is taken', () => {
    const holding = held.of('one');
    holding.tryAdd(2 * MIB);
    holding.becomeAnswer(100_000);
    expect([held.total, holding.bytes]).toEqual([100_000, 100_000]);
    holding.giveBack();
    holding.giveBack();
    expect([held.total, holding.bytes]).toEqual([0, 0]);
  });

  it('of unread answers leave no room for the next request', () => {
    for (let i = 0; i < 17; i += 1) held.of('one').becomeAnswer(MIB);
    expect(held.of('one').tryAdd(0)).toBe(false);
    expect(held.of('other').tryAdd(0)).toBe(true);
  });

  it('of short answers are not counted', () => {
    held.of('one').becomeAnswer(10_000);
    expect(held.total).toBe(0);
  });
});
