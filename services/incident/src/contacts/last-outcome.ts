// Decides which message of a contact counts as its last one, and what became of that message.
import type { ContactOutcome } from '@vedette/contract';

/** What is stored of the messages of a contact. */
export interface Messages {
  /** An alert whose attempts have failed so far and go on. */
  readonly failing: { readonly since: Date; readonly error: string } | null;
  /** The alert that was taken or given up last; without an error it was taken. */
  readonly settled: { readonly at: Date; readonly error: string | null } | null;
  readonly test: { readonly at: Date; readonly outcome: ContactOutcome['outcome']; readonly answer: string } | null;
}

/**
 * Null if there was no message. An alert that fails now counts whatever a later test said: as soon as the receiver takes
 * messages again, the next attempt settles the alert.
 */
export function lastOutcome({ failing, settled, test }: Messages): ContactOutcome | null {
  if (failing !== null) {
    const at = failing.since.toISOString();
    return { outcome: 'FAILED', sent: 'ALERT', at, retrying: true, answer: failing.error };
  }
  if (test !== null && (settled === null || settled.at <= test.at)) {
    return { outcome: test.outcome, sent: 'TEST', at: test.at.toISOString(), retrying: false, answer: test.answer };
  }
  if (settled === null) return null;
  const outcome = settled.error === null ? 'REACHED' : 'FAILED';
  return { outcome, sent: 'ALERT', at: settled.at.toISOString(), retrying: false, answer: settled.error };
}
