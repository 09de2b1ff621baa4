import { describe, expect, it } from '@jest/globals';
import { newId, timeOfId } from './ids.ts';

describe('newId', () => {
  it('is the prefix and 26 characters of lowercase Crockford base32', () => {
    expect(newId('mon')).toMatch(/^mon_[0-9a-hjkmnp-tv-z]{26}$/);
  });

  it.each([
    { name: 'the epoch', now: 0, time: '0000000000' },
    { name: 'one millisecond', now: 1, time: '0000000001' },
    { name: 'the first carry', now: 32, time: '0000000010' },
    { name: 'the example of the ULID specification', now: 1_469_918_176_385, time: '01aryz6s41' },
    { name: 'the end of 48 bits', now: 2 ** 48 - 1, time: '7zzzzzzzzz' },
  ])('begins with the time: $name', ({ now, time }) => {
    expect(newId('evt', now).slice(4, 14)).toBe(time);
  });

  it('sorts by time', () => {
    const ids = [5, 1_000, 40_000, Date.UTC(2026, 0, 1), Date.UTC(2030, 0, 1)].map((now) => newId('inc', now));
    expect(ids.toSorted()).toEqual(ids);
  });

  it('never repeats within a millisecond and sorts by creation, across refills of the pool', () => {
    const ids = Array.from({ length: 5_000 }, () => newId('req', 1));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('differs from the one before by a random number', () => {
    const ids = Array.from({ length: 1_000 }, () => newId('req', 1));
    expect(new Set(ids.map((id) => id.slice(-8))).size).toBe(ids.length);
  });

  it('is random again in each millisecond', () => {
    const ids = Array.from({ length: 1_000 }, (_, now) => newId('req', now).slice(14, 22));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the time of an id', () => {
  it.each([0, 1, 32, 1_469_918_176_385, 2 ** 48 - 1])('is the one that it was made with: %i', (now) => {
    expect(timeOfId(newId('inc', now))).toEqual(new Date(now));
  });

  it.each([
    { name: 'nothing', id: '' },
    { name: 'no prefix and no time', id: 'inc' },
    { name: 'an id that is too short', id: newId('inc').slice(0, -1) },
    { name: 'an id that is too long', id: `${newId('inc')}0` },
    { name: 'a letter that no id has', id: `inc_u${newId('inc').slice(5)}` },
  ])('is not known of $name', ({ id }) => {
    expect(timeOfId(id)).toBeNull();
  });
});
