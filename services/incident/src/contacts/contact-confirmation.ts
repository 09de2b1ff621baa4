// Decides which contacts hear nothing before the owner of their address agrees, how often the owner is asked, and how long the
// link to agree works.
import type { ContactType } from '@vedette/contract';

const HOUR_MS = 3_600_000;
const LIFETIME_MS = 7 * 24 * HOUR_MS;
const MOST_PER_HOUR = 5;

/** Whoever can add a contact could otherwise have alerts mailed to anybody. A chat or a program is opened by its owner. */
export function needsConfirmation(type: ContactType, isMember: boolean): boolean {
  return type === 'EMAIL' && !isMember;
}

export function linkExpiresAt(sentAt: Date): Date {
  return new Date(sentAt.getTime() + LIFETIME_MS);
}

/** The mails to an address since this instant count. */
export function mailCountedFrom(now: Date): Date {
  return new Date(now.getTime() - HOUR_MS);
}

/** When an address that got enough mails may be asked again: the mails that count now do not count then. */
export function askAgainAt(now: Date): Date {
  return new Date(now.getTime() + HOUR_MS);
}

/** `sent` counts the mails that ask one address, whichever contacts it belongs to. */
export function mayAsk(sent: number): boolean {
  return sent < MOST_PER_HOUR;
}
