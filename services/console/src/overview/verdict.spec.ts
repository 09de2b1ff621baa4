import { describe, expect, it } from '@jest/globals';
import { verdictOf } from './verdict.ts';

const nothing = { total: 0, up: 0, degraded: 0, down: 0, pending: 0, paused: 0 };

describe('the first sentence of the overview', () => {
  it.each([
    { name: 'no monitors', counts: nothing, is: 'empty none 0' },
    { name: 'all up', counts: { ...nothing, total: 5, up: 5 }, is: 'well good 5' },
    {
      name: 'some up, others paused or pending',
      counts: { ...nothing, total: 4, up: 2, pending: 1, paused: 1 },
      is: 'well good 2',
    },
    { name: 'one slow', counts: { ...nothing, total: 5, up: 4, degraded: 1 }, is: 'degraded slow 1' },
    {
      name: 'one down beside slow ones',
      counts: { ...nothing, total: 5, up: 1, degraded: 2, down: 2 },
      is: 'down bad 2',
    },
    { name: 'first checks under way', counts: { ...nothing, total: 3, pending: 2, paused: 1 }, is: 'pending work 2' },
    { name: 'all paused', counts: { ...nothing, total: 3, paused: 3 }, is: 'paused none 3' },
  ])('for $name is about: $is', ({ counts, is }) => {
    const { kind, tone, count } = verdictOf(counts);
    expect(`${kind} ${tone} ${count}`).toBe(is);
  });
});
