import { describe, expect, it } from '@jest/globals';
import { contactTrouble, works } from './contact-trouble.ts';

const reached = { state: 'ACTIVE', lastOutcome: { outcome: 'REACHED' } } as const;
const failing = { state: 'ACTIVE', lastOutcome: { outcome: 'FAILED' } } as const;
const untried = { state: 'ACTIVE', lastOutcome: null } as const;
const unconfirmed = { state: 'UNCONFIRMED', lastOutcome: null } as const;
/** It was confirmed for another address, and told, before. */
const unconfirmedNow = { state: 'UNCONFIRMED', lastOutcome: { outcome: 'REACHED' } } as const;

describe('a contact', () => {
  it.each([
    { name: 'whose last message arrived', contact: reached, is: true },
    { name: 'that had no message yet', contact: untried, is: true },
    { name: 'whose last message failed', contact: failing, is: false },
    { name: 'that is not confirmed', contact: unconfirmed, is: false },
    { name: 'that is not confirmed, whatever arrived before', contact: unconfirmedNow, is: false },
  ])('$name works: $is', ({ contact, is }) => {
    expect(works(contact)).toBe(is);
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
    { name: 'one fails and one is not confirmed', contacts: [failing, unconfirmed], is: 'mixed' },
  ])('$name: $is', ({ contacts, is }) => {
    expect(contactTrouble(contacts)).toBe(is);
  });
});
