// Decides which results a message carries. Each is read on its own: an unreadable one does not affect the others.

import type { CheckResult } from '@vedette/contract';
import type { Result } from '../observations/check-outcome.ts';

export type Read =
  | { readonly kind: 'result'; readonly result: Result; readonly raw: unknown }
  | { readonly kind: 'unreadable'; readonly raw: unknown; readonly error: Error };

/** Throws when the message as a whole cannot be read. */
export function readResults(json: string): Read[] {
  const { results } = JSON.parse(json) as { readonly results?: unknown };
  if (!Array.isArray(results)) throw new TypeError('The message holds no list of results');
  return results.map(readResult);
}

function readResult(raw: unknown): Read {
  if (!isResult(raw)) return { kind: 'unreadable', raw, error: new TypeError('This is no result of a check') };
  const { monitorId, epoch, slotAt, outcome, ranBy } = raw;
  const slot = new Date(slotAt);
  if (Number.isNaN(slot.getTime())) {
    return { kind: 'unreadable', raw, error: new RangeError('slotAt is no time') };
  }
  const result = { monitorId, epoch, slotAt: slot, outcome, isScheduled: true, ...(ranBy && { ranBy }) };
  return { kind: 'result', raw, result };
}

/** Checks only the top level. Errors in nested fields appear when the result is applied. */
function isResult(raw: unknown): raw is CheckResult {
  if (typeof raw !== 'object' || raw === null) return false;
  const { monitorId, epoch, slotAt, outcome }: Partial<Record<keyof CheckResult, unknown>> = raw;
  return (
    typeof monitorId === 'string' &&
    Number.isSafeInteger(epoch) &&
    typeof slotAt === 'string' &&
    typeof outcome === 'object' &&
    outcome !== null &&
    'attempts' in outcome &&
    Array.isArray(outcome.attempts) &&
    'observation' in outcome
  );
}
