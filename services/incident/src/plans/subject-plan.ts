// Decides what every contact is told of one subject now, why it is not told, and when to decide again.
import type { AlertReason } from '@vedette/contract';
import {
  contactNews,
  type ContactSettings,
  type Heard,
  type Held,
  type NewsKind,
  type Subject,
} from './contact-news.ts';
import { standIn, type Candidate, type StandIn } from './stand-in.ts';

export interface Recipient extends Candidate {
  /** It was decided that it hears nothing of the subject. */
  readonly isSuppressed: boolean;
  /** A message about the subject has not reached it yet. */
  readonly hasUnsent: boolean;
}

export interface Decision {
  readonly contactId: string;
  readonly news: NewsKind;
  /** Counts reminders; of an expiry, the days before it; 0 for everything else. */
  readonly number: number;
  readonly outcome: 'TOLD' | 'HELD' | 'SUPPRESSED';
  /** Null for what is told, unless it is told in place of another contact. */
  readonly reason: AlertReason | null;
  /** The contact in whose place this one is told. */
  readonly inPlaceOf: string | null;
  /** When a held decision is taken again; null: when something changes. */
  readonly until: Date | null;
}

export interface SubjectPlan {
  readonly decisions: readonly Decision[];
  /** Null: nothing changes by time alone. */
  readonly decideAt: Date | null;
}

/** A window may be cancelled at the moment when a subject is held for it, so these are decided again regularly. */
const LOOK_AGAIN_MS = 30_000;
const MINUTE_MS = 60_000;

export function subjectPlan(subject: Subject, recipients: readonly Recipient[], now: Date): SubjectPlan {
  const replacement = standIn(subject, recipients, now);
  const plans = recipients
    .filter(({ isSuppressed }) => !isSuppressed)
    .map((recipient) =>
      replacement.kind === 'tell' && replacement.contactId === recipient.id
        ? standInPlan(subject, recipient, replacement, now)
        : recipientPlan(subject, recipient, now),
    );
  const decideAgain = replacement.kind === 'nobody' ? [{ decisions: [], decideAt: replacement.decideAt }] : [];
  return allOf([...plans, ...decideAgain]);
}

/** What was planned for each contact, as one plan. */
export function allOf(plans: readonly SubjectPlan[]): SubjectPlan {
  const times = plans.flatMap(({ decideAt }) => (decideAt === null ? [] : [decideAt.getTime()]));
  return {
    decisions: plans.flatMap(({ decisions }) => decisions),
    decideAt: times.length === 0 ? null : new Date(Math.min(...times)),
  };
}

/** What it is told in place of another contact replaces its own next news. */
function standInPlan(
  subject: Subject,
  recipient: Recipient,
  { contactId, news, number, inPlaceOf }: Extract<StandIn, { kind: 'tell' }>,
  now: Date,
): SubjectPlan {
  const told = { contactId, news, number, outcome: 'TOLD', reason: 'STANDS_IN', inPlaceOf, until: null } as const;
  const heard = heardAfter(recipient.heard, news, now);
  const { decisions, decideAt } = recipientPlan(subject, { ...recipient, heard }, now);
  return { decisions: [told, ...decisions], decideAt };
}

/** A subject that is over when it becomes known is told twice at once: that it began, and that it is over. */
function recipientPlan(subject: Subject, { id, settings, heard, hasUnsent }: Recipient, now: Date): SubjectPlan {
  const decisions: Decision[] = [];
  let known = heard;
  for (;;) {
    const next = contactNews(subject, settings, known, now);
    switch (next.kind) {
      case 'nothing':
        return { decisions, decideAt: null };
      case 'suppress': {
        const suppressed = {
          contactId: id,
          news: 'OPENED',
          number: 0,
          outcome: 'SUPPRESSED',
          inPlaceOf: null,
          until: null,
        } as const;
        return { decisions: [...decisions, { ...suppressed, reason: next.because }], decideAt: null };
      }
      case 'hold': {
        // A reminder that is not due yet is no decision.
        if (next.news === 'REMINDED' && next.because === 'DELAY') return { decisions, decideAt: next.until };
        const number = next.news === 'REMINDED' ? known.reminders + 1 : 0;
        const held = {
          contactId: id,
          news: next.news,
          number,
          outcome: 'HELD',
          inPlaceOf: null,
          until: next.until,
        } as const;
        const decideAt = decidedAgainAt(next, now);
        return { decisions: [...decisions, { ...held, reason: next.because }], decideAt };
      }
      case 'tell': {
        // Reminders do not pile up behind a message that does not get through.
        if (next.news === 'REMINDED' && hasUnsent) return { decisions, decideAt: nextReminder(settings, now) };
        const told = { contactId: id, news: next.news, number: next.number, outcome: 'TOLD', inPlaceOf: null } as const;
        decisions.push({ ...told, reason: null, until: null });
        known = heardAfter(known, next.news, now);
      }
    }
  }
}

function heardAfter(heard: Heard, news: NewsKind, now: Date): Heard {
  switch (news) {
    case 'OPENED':
      return { ...heard, openedAt: now, lastAt: now };
    case 'REMINDED':
      return { ...heard, lastAt: now, reminders: heard.reminders + 1 };
    case 'ACKNOWLEDGED':
      return { ...heard, hasAcknowledgement: true };
    case 'RESOLVED':
      return { ...heard, hasEnd: true };
  }
}

/** When news that are held are decided about again, if nothing changes before. */
export function decidedAgainAt({ because, until }: Pick<Held, 'because' | 'until'>, now: Date): Date | null {
  if (because !== 'MAINTENANCE') return until;
  const latest = now.getTime() + LOOK_AGAIN_MS;
  return new Date(until === null ? latest : Math.min(until.getTime(), latest));
}

function nextReminder({ remindEveryMinutes }: ContactSettings, now: Date): Date | null {
  return remindEveryMinutes === null ? null : new Date(now.getTime() + remindEveryMinutes * MINUTE_MS);
}
