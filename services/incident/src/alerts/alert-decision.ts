// Decides when alert contacts hear of an outage and of its end, and when maintenance or a pause keeps it from them.

import type { OutageFact } from '@vedette/contract';

/** From `startsAt` on, up to and not including `endsAt`. */
export interface Span {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** What contacts know of an incident. HELD: nothing yet, as of every new one; TOLD: of its opening; SILENT: no more. */
export type AlertState = 'HELD' | 'TOLD' | 'SILENT';

export interface Outage {
  readonly startedAt: Date;
  /** Null while it is ongoing. */
  readonly resolved: { readonly at: Date; readonly because: NonNullable<OutageFact['resolved']>['because'] } | null;
}

export type AlertDecision =
  /** Nothing changes for anybody. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'hold'; readonly until: Date }
  | { readonly kind: 'tell-opening' }
  | { readonly kind: 'tell-resolution' }
  /** It was worth telling, and ended before anybody came to tell it. */
  | { readonly kind: 'tell-both' }
  /** It came and went inside a window, or its monitor was paused before anybody was told. */
  | { readonly kind: 'keep-silent'; readonly because: 'maintenance' | 'pause' }
  /** Its monitor was paused: whatever has not been sent yet is not sent any more. */
  | { readonly kind: 'withdraw' };

/** The spans are those of windows that cover the monitor. The time of the outage decides, not when we hear of it. */
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
  // Also when the clock that saw it begin runs ahead of ours, or when it ended in the moment in which it began.
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

/** The first instant, from the given one on, that lies in none of the spans. */
function firstUncovered(from: Date, spans: readonly Span[]): Date {
  let at = from;
  for (const { startsAt, endsAt } of spans.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    if (startsAt > at) break;
    if (endsAt > at) at = endsAt;
  }
  return at;
}
