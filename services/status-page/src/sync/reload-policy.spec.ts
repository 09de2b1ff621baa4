import { describe, expect, it } from '@jest/globals';
import { comparedAll, failedToLoad, nextLook, NO_LOOK_YET, waitBeforeLookMs, type Looks } from './reload-policy.ts';

const now = 10_000_000;
const MINUTE = 60_000;
const looks: Looks = { beganAt: now - 1_000, endedAt: now - 900, compareAt: now + MINUTE };

describe('a signal of a change', () => {
  it.each([
    { name: 'before the first look is followed at once', given: NO_LOOK_YET, waits: 0 },
    { name: 'just after a look began waits for others', given: { ...looks, beganAt: now }, waits: 300 },
    { name: 'a moment too early waits for the rest', given: { ...looks, beganAt: now - 299 }, waits: 1 },
    { name: 'after the pause is followed at once', given: { ...looks, beganAt: now - 300 }, waits: 0 },
  ])('$name', ({ given, waits }) => {
    expect(waitBeforeLookMs(given, now)).toBe(waits);
  });
});

describe('a look', () => {
  it.each([
    { name: 'compares all pages at first', given: NO_LOOK_YET, is: 'compare-all' },
    { name: 'finds changed pages after a recent one', given: looks, is: 'find-changed' },
    { name: 'finds changed pages after a gap of 5 s', given: { ...looks, endedAt: now - 5_000 }, is: 'find-changed' },
    { name: 'compares all pages after a longer gap', given: { ...looks, endedAt: now - 5_001 }, is: 'compare-all' },
    { name: 'finds changed pages until a comparison is due', given: { ...looks, compareAt: now }, is: 'find-changed' },
    { name: 'compares all pages when that is due', given: { ...looks, compareAt: now - 1 }, is: 'compare-all' },
    {
      name: 'finds changed pages for 5 min after a comparison',
      given: comparedAll(looks, now - 5 * MINUTE),
      is: 'find-changed',
    },
    {
      name: 'compares all pages more than 5 min after a comparison',
      given: comparedAll(looks, now - 5 * MINUTE - 1),
      is: 'compare-all',
    },
    { name: 'does not retry a failed page within 2 s', given: failedToLoad(looks, now - 2_000), is: 'find-changed' },
    { name: 'retries a failed page after 2 s', given: failedToLoad(looks, now - 2_001), is: 'compare-all' },
    {
      name: 'is not delayed by a failure shortly before it',
      given: failedToLoad({ ...looks, compareAt: now - 1 }, now - 1),
      is: 'compare-all',
    },
  ])('$name', ({ given, is }) => {
    expect(nextLook(given, now)).toBe(is);
  });
});
