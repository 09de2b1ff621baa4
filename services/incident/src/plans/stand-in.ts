// Decides which contact is told of an outage in place of one that cannot be reached, once for each incident.
import { contactNews, type ContactNews, type ContactSettings, type Heard, type Subject } from './contact-news.ts';
import { quietUntil } from './quiet-hours.ts';

/** How messages to a contact fare. */
export interface Reach {
  /** What became of its last message, whatever it was about; null if it never had one. */
  readonly last: 'REACHED' | 'FAILED' | null;
  /** Set while the opening of this subject does not get through, or after it was given up. */
  readonly unreached: { readonly since: Date; readonly isGivenUp: boolean } | null;
  /** It was told of this subject in place of another contact. */
  readonly hasStoodIn: boolean;
}

export interface Candidate {
  readonly id: string;
  readonly settings: ContactSettings;
  readonly heard: Heard;
  readonly reach: Reach;
}

export type StandIn =
  | {
      readonly kind: 'tell';
      readonly contactId: string;
      /** A reminder for a contact that knows of the outage already. */
      readonly news: 'OPENED' | 'REMINDED';
      readonly number: number;
      /** The contact that cannot be reached. */
      readonly inPlaceOf: string;
    }
  /** Null: nothing changes by time alone. */
  | { readonly kind: 'nobody'; readonly decideAt: Date | null };

const UNREACHED_MS = 5 * 60_000;
const NOBODY: StandIn = { kind: 'nobody', decideAt: null };

/** When the replacement of a contact is due whose messages have not got through since then. */
export function replacementDueAt(since: Date): Date {
  return new Date(since.getTime() + UNREACHED_MS);
}

/** `candidates`: all contacts of the organization, the oldest first. */
export function standIn(subject: Subject, candidates: readonly Candidate[], now: Date): StandIn {
  if (subject.kind !== 'INCIDENT' || candidates.some(({ reach }) => reach.hasStoodIn)) return NOBODY;
  const unreached = longestUnreached(candidates);
  if (unreached === undefined) return NOBODY;
  if (now < unreached.dueAt) return { kind: 'nobody', decideAt: unreached.dueAt };
  const choices = candidates
    .filter(({ id, reach }) => id !== unreached.id && reach.unreached === null && reach.last !== 'FAILED')
    .map((candidate) => ({ candidate, next: urgentNews(subject, candidate, now) }));
  const [best] = choices.flatMap(toldChoice).toSorted((one, other) => rank(one, now) - rank(other, now));
  if (best === undefined) return { kind: 'nobody', decideAt: earliestHold(choices.map(({ next }) => next)) };
  const { candidate, news, number } = best;
  return { kind: 'tell', contactId: candidate.id, news, number, inPlaceOf: unreached.id };
}

/** The contact whose replacement is due first. */
function longestUnreached(candidates: readonly Candidate[]): { id: string; dueAt: Date } | undefined {
  const unreached = candidates.flatMap(({ id, settings, reach }) => {
    if (reach.unreached === null || !settings.isAttached) return [];
    const { since, isGivenUp } = reach.unreached;
    return [{ id, dueAt: isGivenUp ? since : replacementDueAt(since) }];
  });
  return unreached.toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime())[0];
}

/** What the contact would be told now if it had no delay, no quiet hours, and every reminder were due. */
function urgentNews(subject: Subject, { settings, heard }: Candidate, now: Date): ContactNews {
  const urgent = { ...settings, delayMinutes: 0, quietHours: null, remindEveryMinutes: 0 };
  return contactNews(subject, urgent, heard, now);
}

interface Choice {
  readonly candidate: Candidate;
  readonly news: 'OPENED' | 'REMINDED';
  readonly number: number;
}

function toldChoice({ candidate, next }: { candidate: Candidate; next: ContactNews }): Choice[] {
  if (next.kind !== 'tell' || (next.news !== 'OPENED' && next.news !== 'REMINDED')) return [];
  return [{ candidate, news: next.news, number: next.number }];
}

/**
 * Nobody is woken in quiet hours while somebody else can be told. Otherwise contacts whose last message arrived come first,
 * the oldest of them. A contact that never had a message is not known to fail: it is told rather than nobody.
 */
function rank({ candidate: { settings, reach } }: Choice, now: Date): number {
  const isQuiet = quietUntil(settings.quietHours, now) !== null;
  return (isQuiet ? 2 : 0) + (reach.last === null ? 1 : 0);
}

function earliestHold(news: readonly ContactNews[]): Date | null {
  const times = news.flatMap((next) => (next.kind === 'hold' && next.until !== null ? [next.until.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.min(...times));
}
