// Decides what becomes of an outbox row that JetStream did not take: it is tried again later, or set aside for a person.

/** A row that is refused for its own sake so many times is refused for ever. */
const REFUSALS_BEFORE_ASIDE = 3;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 60_000;

export type PublishFailure =
  | { readonly kind: 'again'; readonly failures: number; readonly delayMs: number }
  | { readonly kind: 'set-aside'; readonly failures: number };

/** `failures` of the row before this one. A row that was not refused only had bad luck: it is tried until it is through. */
export function afterFailure(failures: number, isRefused: boolean): PublishFailure {
  if (isRefused && failures + 1 >= REFUSALS_BEFORE_ASIDE) return { kind: 'set-aside', failures: failures + 1 };
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS);
  // Without a refusal the count stays below the one that sets a row aside.
  return { kind: 'again', failures: isRefused ? failures + 1 : failures, delayMs };
}

/**
 * True when the message itself is at fault: the client does not send it (too large, a bad subject), or JetStream refuses it
 * (its error is a bad request). No answer, nobody there and a server in trouble say nothing about the message.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (REFUSED_BY_CLIENT.has(error.name)) return true;
  return error.name === 'JetStreamApiError' && 'status' in error && error.status === 400;
}

const REFUSED_BY_CLIENT: ReadonlySet<string> = new Set(['InvalidArgumentError', 'InvalidSubjectError']);
