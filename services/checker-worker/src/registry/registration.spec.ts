import { describe, expect, it } from '@jest/globals';
import { isFresh, registrationFault, standsIn } from './registration.ts';

const now = new Date('2026-03-10T12:00:00.000Z');
const before = (ms: number): string => new Date(now.getTime() - ms).toISOString();
const hour = 3_600_000;
const day = 24 * hour;

describe('isFresh', () => {
  it.each<[string, number, boolean]>([
    ['just asked', 0, true],
    ['almost an hour ago', hour - 1, true],
    ['an hour ago', hour, false],
    ['yesterday', day, false],
  ])('%s', (_name, ageMs, fresh) => {
    expect(isFresh({ checkedAt: before(ageMs) }, now, hour)).toBe(fresh);
  });
});

describe('standsIn', () => {
  const known = (ageMs: number) => ({ domain: 'a.example', expiresAt: before(-90 * day), checkedAt: before(ageMs) });

  it.each<[string, number, string, boolean]>([
    ['an answer of today', hour, 'a.example', true],
    ['one of seven days ago', 7 * day, 'a.example', true],
    ['an older one', 7 * day + 1, 'a.example', false],
    ['one about another domain', hour, 'b.example', false],
  ])('%s', (_name, ageMs, domain, stands) => {
    expect(standsIn(known(ageMs), domain, now)).toBe(stands);
  });

  it('has nothing to stand in without an answer', () => {
    expect(standsIn(null, 'a.example', now)).toBe(false);
  });
});

describe('registrationFault', () => {
  it.each<[string, number, string | null]>([
    ['tomorrow', -day, null],
    ['in a moment', -1, null],
    ['right now', 0, 'Registration of a.example expired 1 minute ago'],
    ['three days ago', 3 * day, 'Registration of a.example expired 3 days ago'],
  ])('expires %s', (_name, sinceMs, fault) => {
    expect(registrationFault({ domain: 'a.example', expiresAt: before(sinceMs), checkedAt: before(0) }, now)).toBe(
      fault,
    );
  });
});
