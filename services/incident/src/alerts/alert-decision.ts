// Decides when alert contacts are told of an outage and of its end, and when maintenance or a pause suppresses that.

import type { OutageFact } from '@vedette/contract';

/** Includes `startsAt`, excludes `endsAt`. */
export interface Span {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/**
 * What contacts know. HELD: nothing yet, the initial state; TOLD: that it opened; SILENT: they are told nothing more.
 */
export type AlertState = 'HELD' | 'TOLD' | 'SILENT';

export interface Outage {
  readonly startedAt: Date;
  /** Null while the outage is ongoing. */
  readonly resolved: { readonly at: Date; readonly because: NonNullable<OutageFact['resolved']>['because'] } | null;
}

export type AlertDecision =
  /** Nothing changes. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'hold'; readonly until: Date }
  | { readonly kind: 'tell-opening' }
  | { readonly kind: 'tell-resolution' }
  /** The outage should be told, but it ended before contacts were told of its opening. */
  | { readonly kind: 'tell-both' }
  /** The outage began and ended inside a window, or its monitor was paused before contacts were told. */
  | { readonly kind: 'keep-silent'; readonly because: 'maintenance' | 'pause' }
  /** The monitor was paused: unsent alerts are cancelled. */
  | { readonly kind: 'withdraw' };

/**
 * `spans` are the windows that cover the monitor. The time of the outage decides, not the time at which we learn of it.
 */
export function alertDecision(outage: Outage, before: AlertState, spans: readonly Span[], now: Date): AlertDecision {
  switch (before) {
    case 'SILENT':
      return { kind: 'nothing' };
    case 'TOLD':
      if (outage.resolved === null) return { kind: 'nothing' };
      return { kind: outage.resolved.because === 'PAUSED' ? 'withdraw' : 'tell-resolution' };
    case 'HELD':
      return untold(outage, spans, now);
  }
}

function untold({ startedAt, resolved }: Outage, spans: readonly Span[], now: Date): AlertDecision {
  if (resolved?.because === 'PAUSED') return { kind: 'keep-silent', because: 'pause' };
  const dueAt = firstUncovered(startedAt, spans);
  // Such an outage is told even if the clock of its worker is ahead of ours, or if it ended at once.
  const isOutsideWindows = dueAt.getTime() === startedAt.getTime();
  if (resolved === null) {
    return isOutsideWindows || dueAt <= now ? { kind: 'tell-opening' } : { kind: 'hold', until: dueAt };
  }
  const isWorthTelling = isOutsideWindows || dueAt < resolved.at;
  return isWorthTelling ? { kind: 'tell-both' } : { kind: 'keep-silent', because: 'maintenance' };
}

export function isCovered(at: Date, spans: readonly Span[]): boolean {
  return spans.some(({ startsAt, endsAt }) => startsAt <= at && at < endsAt);
}

/** The first instant at or after `from` that no span covers. */
function firstUncovered(from: Date, spans: readonly Span[]): Date {
  let at = from;
  for (const { startsAt, endsAt } of spans.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    if (startsAt > at) break;
    if (endsAt > at) at = endsAt;
  }
  return at;
}
