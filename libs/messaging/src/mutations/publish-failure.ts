// Decides what happens to an outbox row that JetStream did not accept: it is sent again later, or set aside.

/** A row that was refused this many times because of its content will always be refused. */
const REFUSALS_BEFORE_ASIDE = 3;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 60_000;

export type PublishFailure =
  | { readonly kind: 'again'; readonly failures: number; readonly delayMs: number }
  | { readonly kind: 'set-aside'; readonly failures: number };

/** `failures` counts the row's earlier refusals. A row that failed otherwise is retried until it is accepted. */
export function afterFailure(failures: number, isRefused: boolean): PublishFailure {
  if (isRefused && failures + 1 >= REFUSALS_BEFORE_ASIDE) return { kind: 'set-aside', failures: failures + 1 };
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS);
  // Only refusals are counted, so other failures never cause a row to be set aside.
  return { kind: 'again', failures: isRefused ? failures + 1 : failures, delayMs };
}

/**
 * True if the message itself is at fault: the client does not send it (too large, a bad subject), or JetStream refuses
 * it as a bad request. A timeout, a missing stream or a server error says nothing about the message.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (REFUSED_BY_CLIENT.has(error.name)) return true;
  return error.name === 'JetStreamApiError' && 'status' in error && error.status === 400;
}

const REFUSED_BY_CLIENT: ReadonlySet<string> = new Set(['InvalidArgumentError', 'InvalidSubjectError']);
