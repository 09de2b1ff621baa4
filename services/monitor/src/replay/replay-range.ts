// Decides over which time a policy is replayed.

import { MAX_REPLAY_DAYS, parseTimestamp, type Detail } from '@vedette/contract';
import type { Range } from './replay-outcome.ts';

const DAY_MS = 86_400_000;

export interface AskedRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export type ReplayRange =
  | { readonly kind: 'refused'; readonly faults: readonly Detail[] }
  /** `askedFrom` is earlier than the range where nothing is stored. */
  | { readonly kind: 'range'; readonly askedFrom: number; readonly range: Range };

/** `storedFrom` is when the first check may have been stored. There is no history of the future. */
export function replayRange(asked: AskedRange, storedFrom: Date, now: Date): ReplayRange {
  const to = Math.min(now.getTime(), parsed(asked.to) ?? Infinity);
  const from = parsed(asked.from) ?? to - MAX_REPLAY_DAYS * DAY_MS;
  if (from >= to) return refused(`must be before to, which is ${new Date(to).toISOString()}`);
  if (to - from > MAX_REPLAY_DAYS * DAY_MS) return refused(`must be at most ${MAX_REPLAY_DAYS} days before to`);
  const begin = Math.min(to, Math.max(from, storedFrom.getTime()));
  return { kind: 'range', askedFrom: from, range: { from: begin, to } };
}

function parsed(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseTimestamp(text);
}

function refused(message: string): ReplayRange {
  return { kind: 'refused', faults: [{ path: 'from', message: `from ${message}` }] };
}
