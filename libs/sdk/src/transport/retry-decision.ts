// Decides whether a failed request is sent again.

import type { VedetteError } from '../vedette-error.ts';

export interface FailedRequest {
  readonly error: Pick<VedetteError, 'code' | 'status'>;
  /** True if sending the request twice does no more than sending it once. */
  readonly isRepeatable: boolean;
  /** How often the request was sent again already. */
  readonly retried: number;
  readonly retries: number;
  /** How long it would wait, and how long the call may still take. */
  readonly delayMs: number;
  readonly remainingMs: number;
}

export type RetryDecision =
  | { readonly kind: 'retry' }
  | { readonly kind: 'give-up'; readonly reason: 'final' | 'not-repeatable' | 'retries-used' | 'no-time' };

const TRANSIENT_STATUSES: ReadonlySet<number | undefined> = new Set([500, 502, 503, 504]);

export function retryDecision(failed: FailedRequest): RetryDecision {
  const { error, isRepeatable, retried, retries, delayMs, remainingMs } = failed;
  // The server says that it has not begun the request.
  const isRefused = error.status === 429 || error.code === 'idempotency_in_progress';
  if (!isRefused && !isTransient(error)) return { kind: 'give-up', reason: 'final' };
  if (!isRefused && !isRepeatable) return { kind: 'give-up', reason: 'not-repeatable' };
  if (retried >= retries) return { kind: 'give-up', reason: 'retries-used' };
  if (delayMs >= remainingMs) return { kind: 'give-up', reason: 'no-time' };
  return { kind: 'retry' };
}

function isTransient({ code, status }: FailedRequest['error']): boolean {
  return code === 'connection_error' || code === 'timeout' || TRANSIENT_STATUSES.has(status);
}
