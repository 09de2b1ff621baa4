import { describe, expect, it } from '@jest/globals';
import { contactTrouble, works } from './contact-trouble.ts';

const at = (minute: number, second = 0): string => new Date(Date.UTC(2026, 10, 16, 3, minute, second)).toISOString();
const now = new Date(at(30));
const arrived = { outcome: 'REACHED', retrying: false, at: at(29) } as const;
const reached = { state: 'ACTIVE', lastOutcome: arrived } as const;
const failedAt = (when: string) =>
  ({ state: 'ACTIVE', lastOutcome: { outcome: 'FAILED', retrying: true, at: when } }) as const;
const failing = failedAt(at(20));
const failedForGood = { state: 'ACTIVE', lastOutcome: { outcome: 'FAILED', retrying: false, at: at(30) } } as const;
const untried = { state: 'ACTIVE', lastOutcome: null } as const;
const unconfirmed = { state: 'UNCONFIRMED', lastOutcome: null } as const;
/** Nothing is sent to it; the rule does not rely on that. */
const unconfirmedNow = { state: 'UNCONFIRMED', lastOutcome: arrived } as const;

describe('a contact', () => {
  it.each([
    { name: 'whose last message arrived', contact: reached, is: true },
    { name: 'that had no message yet', contact: untried, is: true },
    { name: 'whose last alert has failed for long', contact: failing, is: false },
    { name: 'whose last alert has failed for less than 5 minutes', contact: failedAt(at(25, 1)), is: true },
    { name: 'whose last alert has failed for 5 minutes', contact: failedAt(at(25)), is: false },
    { name: 'whose last test failed, or last alert was given up, just now', contact: failedForGood, is: false },
    { name: 'that is not confirmed', contact: unconfirmed, is: false },
    { name: 'that is not confirmed, whatever arrived before', contact: unconfirmedNow, is: false },
  ])('$name works: $is', ({ contact, is }) => {
    expect(works(contact, now)).toBe(is);
  });
});

describe('the contacts of an organization', () => {
  it.each([
    { name: 'none', contacts: [], is: 'none' },
    { name: 'one that works', contacts: [reached], is: undefined },
    { name: 'one that was never tried', contacts: [untried], is: undefined },
    { name: 'one that works among others', contacts: [failing, unconfirmed, reached], is: undefined },
    { name: 'nobody has confirmed', contacts: [unconfirmed, unconfirmedNow], is: 'unconfirmed' },
    { name: 'all fail', contacts: [failing, failing], is: 'failing' },
    { name: 'one has failed for good just now', contacts: [failedForGood], is: 'failing' },
    { name: 'one fails and one is not confirmed', contacts: [failing, unconfirmed], is: 'mixed' },
  ])('$name: $is', ({ contacts, is }) => {
    expect(contactTrouble(contacts, now)).toBe(is);
  });
});
