import { describe, expect, it } from '@jest/globals';
import { CONTACT_TYPES } from '@vedette/contract';
import { askAgainAt, linkExpiresAt, mailCountedFrom, mayAsk, needsConfirmation } from './contact-confirmation.ts';

const now = new Date('2026-06-08T12:00:00.000Z');

describe('the owner of an address', () => {
  it.each(CONTACT_TYPES)('is asked if the contact is no member: %s', (type) => {
    expect(needsConfirmation(type, false)).toBe(type === 'EMAIL');
  });

  it.each(CONTACT_TYPES)('is not asked if it is a member: %s', (type) => {
    expect(needsConfirmation(type, true)).toBe(false);
  });

  it.each([
    { sent: 0, may: true },
    { sent: 4, may: true },
    { sent: 5, may: false },
  ])('is asked again after $sent mails within the hour: $may', ({ sent, may }) => {
    expect(mayAsk(sent)).toBe(may);
  });

  it('may be asked again when the mails that count now count no more', () => {
    expect(mailCountedFrom(askAgainAt(now))).toEqual(now);
  });

  it('has a week to agree, and gets the mails of an hour counted', () => {
    expect(linkExpiresAt(now)).toEqual(new Date('2026-06-15T12:00:00.000Z'));
    expect(mailCountedFrom(now)).toEqual(new Date('2026-06-08T11:00:00.000Z'));
  });
});
