import type { ContactSettings, NewsKind, SubjectKind } from '@vedette/incident/contact-news';
import type { ExpiryRecipient } from '@vedette/incident/expiry-plan';
import type { Reach } from '@vedette/incident/stand-in';
import type { Decision, Recipient } from '@vedette/incident/subject-plan';
import { dateOf } from './alert-history.ts';
import type { AlertOutbox, Job } from './alert-outbox.ts';

export interface StoredDecision extends Decision {
  readonly at: number;
}

/** A row of `parent_wait`. */
export interface SimulatedWait {
  readonly until: number;
  knownAt: number | null;
}

/** An outage, a slow period or an expiry. */
export interface SubjectRow {
  readonly about: string;
  readonly kind: SubjectKind;
  readonly index: number;
  /** When it began, or when it expires. */
  readonly at: number;
  ended: { readonly at: number; readonly because: 'RECOVERED' | 'DOWN' | 'PAUSED' | 'OVER' } | null;
  acknowledgedAt: number | null;
  decideAt: number | null;
  /** What its alerts wait for; null: the monitor depends on none. */
  wait: SimulatedWait | null;
  decisions: StoredDecision[];
}

/** As recipient.repository.ts reads it. */
export function recipientOf(
  row: SubjectRow,
  contact: number,
  settings: ContactSettings,
  outbox: AlertOutbox,
): Recipient & ExpiryRecipient {
  const own = row.decisions.filter(({ contactId }) => contactId === String(contact));
  const told = own.filter(({ outcome }) => outcome === 'TOLD');
  const times = (...kinds: NewsKind[]) => told.filter(({ news }) => kinds.includes(news)).map(({ at }) => at);
  const [openedAt] = times('OPENED');
  const lastAt = Math.max(...times('OPENED', 'REMINDED'));
  const jobs = outbox.of(row.about, contact);
  return {
    id: String(contact),
    settings,
    heard: {
      openedAt: openedAt === undefined ? null : dateOf(openedAt),
      lastAt: lastAt === -Infinity ? null : dateOf(lastAt),
      reminders: Math.max(0, ...told.filter(({ news }) => news === 'REMINDED').map(({ number }) => number)),
      hasAcknowledgement: times('ACKNOWLEDGED').length > 0,
      hasEnd: times('RESOLVED').length > 0,
    },
    reach: {
      last: outbox.lastOf(contact),
      unreached: unreachedOf(jobs.find(({ news }) => news === 'OPENED')),
      hasStoodIn: own.some(({ reason }) => reason === 'STANDS_IN'),
    },
    isSuppressed: own.some(({ news, outcome }) => news === 'OPENED' && outcome === 'SUPPRESSED'),
    hasUnsent: jobs.some(({ state }) => state === 'PENDING'),
    steps: own
      .filter(({ news }) => news === 'OPENED')
      .map(({ number, outcome, reason }) => ({ days: number, outcome, reason })),
  };
}

export function forget(row: SubjectRow, jobs: readonly Job[]): void {
  row.decisions = row.decisions.filter((decision) => !jobs.some((job) => isAbout(job, decision)));
}

export function suppress(row: SubjectRow, jobs: readonly Job[]): void {
  row.decisions = row.decisions.map((decision) =>
    jobs.some((job) => isAbout(job, decision)) ? { ...decision, outcome: 'SUPPRESSED', reason: 'PAUSED' } : decision,
  );
}

export function isSame(known: Decision, { contactId, news, number }: Decision): boolean {
  return known.contactId === contactId && known.news === news && known.number === number;
}

export function isAbout({ contact, news, number }: Job, decision: Decision): boolean {
  return isSame(decision, { ...decision, contactId: String(contact), news, number });
}

function unreachedOf(opening: Job | undefined): Reach['unreached'] {
  if (opening === undefined || !opening.hasFailed) return null;
  const { state, createdAt } = opening;
  return state === 'FAILED' || state === 'PENDING' ? { since: dateOf(createdAt), isGivenUp: state === 'FAILED' } : null;
}
