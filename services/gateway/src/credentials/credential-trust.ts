// Decides whether a remembered answer about a credential is believed, refreshed or asked for again, and when it stands.

/** The outcome of a question counts for so long. Disabling and revoking a key therefore take effect within two seconds. */
const BELIEVED_MS = 1_000;
/** From this age on, a request asks again without waiting for the answer, so that requests of a busy key never wait. */
const REFRESHED_FROM_MS = 500;
/** For so long the last answer stands while the account service is silent. */
export const STANDS_MS = 300_000;

/** Times are of a clock that is never set. */
export interface Remembered {
  /** When the question was asked that got this answer. */
  readonly answeredAt: number;
  /** When the last question was asked, whether or not anybody answered it. */
  readonly askedAt: number;
}

export type Trust = 'believe' | 'refresh' | 'ask';

/** Silence counts as long as an answer does: a request does not wait for an answer that another has just not got. */
export function trustIn(remembered: Remembered | undefined, now: number): Trust {
  if (remembered === undefined || now - remembered.answeredAt >= STANDS_MS) return 'ask';
  const age = now - remembered.askedAt;
  if (age < REFRESHED_FROM_MS) return 'believe';
  return age < BELIEVED_MS ? 'refresh' : 'ask';
}

/** What happens to a request whose question nobody has answered. An answer, even an error, never gets here. */
export function afterSilence(remembered: Remembered | undefined, now: number): 'stand' | 'fail' {
  return remembered !== undefined && now - remembered.answeredAt < STANDS_MS ? 'stand' : 'fail';
}
