// Decides how often due decisions are looked for, whether a look has found some, and whether it goes on.
import type { PauseLimits } from '@vedette/messaging';

/** Failed decisions are tried again after the shortest pause; what another replica made due is found after the longest. */
export const LOOK_PAUSES: PauseLimits = { shortestMs: 500, longestMs: 1_000 };

/** The most that is read at a time. */
export const BATCH = 100;

/** `nextAt`: when the next decision is due; null if none is planned. */
export function isDecisionDue(nextAt: Date | null, now: Date): boolean {
  return nextAt !== null && nextAt <= now;
}

/** After a batch. What failed in it is still due, and would be read again at once, so it is left to the next look. */
export function mayMoreBeDue(read: number, failed: number): boolean {
  return read === BATCH && failed === 0;
}
