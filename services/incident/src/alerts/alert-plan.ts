// Decides the effects of an alert decision: the new alert state, the messages to contacts, and the timeline entries.

import type { TimelineEntry } from '../timeline-message.ts';
import type { AlertDecision, AlertState } from './alert-decision.ts';
import { alertHeld, alertSpared, type AlertKind } from '../messages/alert-timeline.ts';

export interface AlertPlan {
  readonly state: AlertState;
  /** When a held incident is decided again; null for all others. */
  readonly heldUntil: Date | null;
  readonly entries: readonly TimelineEntry[];
  /** The messages that contacts get. */
  readonly news: readonly AlertKind[];
  /** True: unsent alerts are cancelled. */
  readonly withdraws: boolean;
}

/**
 * A window may be cancelled at the moment when an outage is held for it, so held incidents are decided again regularly.
 */
const LOOK_AGAIN_MS = 30_000;

/** Undefined when nothing changes. */
export function alertPlan(decision: AlertDecision, now: Date): AlertPlan | undefined {
  const plan = { heldUntil: null, entries: [], news: [], withdraws: false };
  switch (decision.kind) {
    case 'nothing':
      return undefined;
    case 'hold': {
      const heldUntil = new Date(Math.min(decision.until.getTime(), now.getTime() + LOOK_AGAIN_MS));
      return { ...plan, state: 'HELD', heldUntil, entries: [alertHeld(decision.until, now)] };
    }
    case 'tell-opening':
      return { ...plan, state: 'TOLD', news: ['OPENED'] };
    case 'tell-both':
      return { ...plan, state: 'TOLD', news: ['OPENED', 'RESOLVED'] };
    case 'tell-resolution':
      return { ...plan, state: 'TOLD', news: ['RESOLVED'] };
    case 'keep-silent':
      return { ...plan, state: 'SILENT', entries: [alertSpared(decision.because, now)] };
    case 'withdraw':
      return { ...plan, state: 'SILENT', withdraws: true };
  }
}
