import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ByteBudget } from './byte-budget.ts';

const SOON_MS = 30;
let budget: ByteBudget;
let settled: { name: string; hasRoom: boolean }[];

beforeEach(() => {
  budget = new ByteBudget(10);
  settled = [];
});

function take(name: string, bytes: number, limitMs = 60_000): Promise<boolean> {
  const taken = budget.take(bytes, Date.now() + limitMs);
  void taken.then((hasRoom) => settled.push({ name, hasRoom }));
  return taken;
}

describe('the budget of large messages', () => {
  it('is given at once while there is enough', async () => {
    expect(await take('a', 4)).toBe(true);
    expect(await take('b', 6)).toBe(true);
    expect(budget.used).toBe(10);
  });

  it('is waited for, in turn, and given when others give back', async () => {
    await take('a', 10);
    const waiting = [take('large', 8), take('small', 1)];
    await nextTurn();
    expect(settled.map(({ name }) => name)).toEqual(['a']);
    budget.giveBack(10);
    await Promise.all(waiting);
    expect(settled.map(({ name }) => name)).toEqual(['a', 'large', 'small']);
    expect(budget.used).toBe(9);
  });

  it('is not given when the deadline passes first, and whoever waits behind goes on', async () => {
    await take('a', 5);
    const late = take('too large until room is given back', 8, SOON_MS);
    const behind = take('behind', 5);
    expect(await late).toBe(false);
    expect(await behind).toBe(true);
    expect(budget.used).toBe(10);
  });

  it('is refused at once to what never fits', async () => {
    expect(await take('a', 11)).toBe(false);
    expect(budget.used).toBe(0);
  });
});
