// Decides what every contact is told of an expiry now: once at each of its days before the expiry.
import type { AlertReason, MonitorType } from '@vedette/contract';
import { contactNews, type Heard, type Subject } from './contact-news.ts';
import type { Span } from './spans.ts';
import { allOf, decidedAgainAt, type Decision, type Recipient, type SubjectPlan } from './subject-plan.ts';

export interface Expiry {
  readonly monitorType: MonitorType;
  readonly expiresAt: Date;
  /** The date has changed, or nothing is checked any more. */
  readonly isOver: boolean;
  readonly spans: readonly Span[];
}

/** What was decided about one of the days. */
export interface KnownStep {
  readonly days: number;
  readonly outcome: Decision['outcome'];
  readonly reason: AlertReason | null;
}

export interface ExpiryRecipient extends Pick<Recipient, 'id' | 'settings'> {
  readonly steps: readonly KnownStep[];
}

const DAY_MS = 86_400_000;
const NOTHING_HEARD: Heard = {
  openedAt: null,
  lastAt: null,
  reminders: 0,
  hasAcknowledgement: false,
  hasEnd: false,
};

export function expiryPlan(expiry: Expiry, recipients: readonly ExpiryRecipient[], now: Date): SubjectPlan {
  return allOf(recipients.map((recipient) => recipientPlan(expiry, recipient, now)));
}

function recipientPlan(expiry: Expiry, { id, settings, steps }: ExpiryRecipient, now: Date): SubjectPlan {
  const { days, nextAt } = expiry.isOver ? { days: null, nextAt: null } : stepAt(expiry, settings.expiryDays, now);
  const passed = steps.filter((step) => step.outcome === 'HELD' && step.days !== days);
  const decisions = passed.map(({ days: before, reason }) => decision(id, before, 'SUPPRESSED', reason));
  if (days === null || isSettled(steps, days)) return { decisions, decideAt: nextAt };
  const news = contactNews(subjectOf(expiry, now), settings, NOTHING_HEARD, now);
  if (news.kind !== 'hold') return { decisions: [...decisions, decision(id, days, 'TOLD', null)], decideAt: nextAt };
  const held = decision(id, days, 'HELD', news.because, news.until);
  return { decisions: [...decisions, held], decideAt: earlier(decidedAgainAt(news, now), nextAt) };
}

/** The last of the days that has come, and when the next one comes. Days that come after the expiry do not exist. */
export function stepAt(
  { expiresAt }: Pick<Expiry, 'expiresAt'>,
  expiryDays: readonly number[],
  now: Date,
): { days: number | null; nextAt: Date | null } {
  if (now >= expiresAt) return { days: null, nextAt: null };
  const dueAt = (days: number): Date => new Date(expiresAt.getTime() - days * DAY_MS);
  const [come, ahead] = [
    expiryDays.filter((days) => dueAt(days) <= now),
    expiryDays.filter((days) => dueAt(days) > now),
  ];
  return {
    days: come.length === 0 ? null : Math.min(...come),
    nextAt: ahead.length === 0 ? null : dueAt(Math.max(...ahead)),
  };
}

/** Who was told nearer to the expiry is not told of a day before that. */
function isSettled(steps: readonly KnownStep[], days: number): boolean {
  return steps.some(
    (step) => step.outcome !== 'HELD' && (step.days === days || (step.outcome === 'TOLD' && step.days < days)),
  );
}

/** It is not as urgent as an outage: a contact that is found in quiet hours waits for their end, whenever it was due. */
function subjectOf({ monitorType, spans }: Expiry, now: Date): Subject {
  const lasting = { ended: null, acknowledgedAt: null, isPaused: false, parent: { kind: 'none' } } as const;
  return { kind: 'EXPIRY', monitorType, startedAt: now, spans, ...lasting };
}

function decision(
  contactId: string,
  days: number,
  outcome: Decision['outcome'],
  reason: AlertReason | null,
  until: Date | null = null,
): Decision {
  return { contactId, news: 'OPENED', number: days, outcome, reason, inPlaceOf: null, until };
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
