import { describe, expect, it } from '@jest/globals';
import { isFresh, registrationFault, standsIn } from './registration.ts';

const now = new Date('2026-03-10T12:00:00.000Z');
const before = (ms: number): string => new Date(now.getTime() - ms).toISOString();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('isFresh', () => {
  it.each<[string, number, boolean]>([
    ['just asked', 0, true],
    ['almost an hour ago', HOUR - 1, true],
    ['an hour ago', HOUR, false],
    ['yesterday', DAY, false],
  ])('%s', (_name, ageMs, fresh) => {
    expect(isFresh({ checkedAt: before(ageMs) }, now, HOUR)).toBe(fresh);
  });
});

describe('standsIn', () => {
  const known = (ageMs: number) => ({ domain: 'a.example', expiresAt: before(-90 * DAY), checkedAt: before(ageMs) });

  it.each<[string, number, string, boolean]>([
    ['an answer of today', HOUR, 'a.example', true],
    ['one of seven days ago', 7 * DAY, 'a.example', true],
    ['an older one', 7 * DAY + 1, 'a.example', false],
    ['one about another domain', HOUR, 'b.example', false],
  ])('%s', (_name, ageMs, domain, stands) => {
    expect(standsIn(known(ageMs), domain, now)).toBe(stands);
  });

  it('has nothing to stand in without an answer', () => {
    expect(standsIn(null, 'a.example', now)).toBe(false);
  });
});

describe('registrationFault', () => {
  it.each<[string, number, string | null]>([
    ['tomorrow', -DAY, null],
    ['in a moment', -1, null],
    ['right now', 0, 'Registration of a.example expired 1 minute ago'],
    ['three days ago', 3 * DAY, 'Registration of a.example expired 3 days ago'],
  ])('expires %s', (_name, sinceMs, fault) => {
    expect(registrationFault({ domain: 'a.example', expiresAt: before(sinceMs), checkedAt: before(0) }, now)).toBe(
      fault,
    );
  });
});
