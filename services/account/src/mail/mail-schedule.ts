// Decides whether a mail is sent, how often one address gets mail, and when a mail that failed is tried again.

const HOUR_MS = 3_600_000;
const MOST_PER_HOUR = 5;
/** A sign-in link that comes later than this is of no use: its reader has asked for another. */
const LINK_WORTH_SENDING_MS = 600_000;
const WORTH_SENDING_MS = 24 * HOUR_MS;
const FIRST_PAUSE_MS = 5_000;

/** The mails that an address got since this instant count. */
export function mailCountedFrom(now: Date): Date {
  return new Date(now.getTime() - HOUR_MS);
}

/** `sent` counts the mails of this kind to the address in the last hour, those of one organization alone. */
export function mayMail(sent: number): boolean {
  return sent < MOST_PER_HOUR;
}

export type AfterFailure = { readonly kind: 'give-up' } | { readonly kind: 'again'; readonly at: Date };

interface FailedMail {
  readonly kind: string;
  readonly createdAt: Date;
  /** Without this one. */
  readonly failures: number;
}

/** Pauses double: 5 s, 10 s, 20 s, … */
export function afterMailFailure(mail: FailedMail, isPermanent: boolean, now: Date): AfterFailure {
  const at = new Date(now.getTime() + FIRST_PAUSE_MS * 2 ** mail.failures);
  const worthMs = mail.kind === 'SIGN_IN_LINK' ? LINK_WORTH_SENDING_MS : WORTH_SENDING_MS;
  const isWorthless = at.getTime() - mail.createdAt.getTime() > worthMs;
  return isPermanent || isWorthless ? { kind: 'give-up' } : { kind: 'again', at };
}
