// Decides what one contact is told next of an outage, a slow period or an expiry, when, and why it is not told.
import type { AlertKind, AlertReason, AlertSubject, MonitorType, QuietHours } from '@vedette/contract';
import { quietUntil } from './quiet-hours.ts';
import { firstUncovered, type Span } from './spans.ts';

export type SubjectKind = AlertSubject;
export type NewsKind = AlertKind;

/** Why a contact is not told, in the order in which the reasons are judged. A storm is judged after all of them. */
const REASONS = [
  'NOT_ATTACHED',
  'TYPE',
  'PAUSED',
  'MAINTENANCE',
  'PARENT_DOWN',
  'ACKNOWLEDGED',
  'DELAY',
  'QUIET_HOURS',
  'UNCONFIRMED',
] as const satisfies readonly AlertReason[];

export type Reason = (typeof REASONS)[number];

/** What is known of the monitor on which this one depends. */
export type ParentState =
  | { readonly kind: 'none' }
  /** It is being checked; without a result by `until`, alerts wait no longer. */
  | { readonly kind: 'asked'; readonly until: Date }
  | { readonly kind: 'down' }
  /** It is up, as became known at this instant. */
  | { readonly kind: 'up'; readonly knownAt: Date };

export interface Subject {
  readonly kind: SubjectKind;
  readonly monitorType: MonitorType;
  readonly startedAt: Date;
  /** Null while it lasts. An expiry has no end. DOWN: a slow monitor went down. */
  readonly ended: { readonly at: Date; readonly because: 'RECOVERED' | 'DOWN' | 'PAUSED' | 'TYPE_CHANGED' } | null;
  readonly acknowledgedAt: Date | null;
  readonly isPaused: boolean;
  /** The maintenance windows that cover the monitor, the past ones included. */
  readonly spans: readonly Span[];
  readonly parent: ParentState;
}

export interface ContactSettings {
  readonly isAttached: boolean;
  /** False while the owner of its address has not agreed to be told. */
  readonly isConfirmed: boolean;
  readonly notifyOn: { readonly degraded: boolean; readonly expiry: boolean; readonly acknowledged: boolean };
  /** Null: all. */
  readonly monitorTypes: readonly MonitorType[] | null;
  readonly remindEveryMinutes: number | null;
  readonly delayMinutes: number;
  readonly quietHours: QuietHours | null;
  /** See expiry-plan.ts. */
  readonly expiryDays: readonly number[];
}

/** What the contact has been told of the subject. */
export interface Heard {
  readonly openedAt: Date | null;
  /** When it was last told or reminded. */
  readonly lastAt: Date | null;
  readonly reminders: number;
  readonly hasAcknowledgement: boolean;
  readonly hasEnd: boolean;
}

export interface Held {
  readonly kind: 'hold';
  readonly news: NewsKind;
  readonly because: Reason;
  /** Null: until something changes. */
  readonly until: Date | null;
}

export type ContactNews =
  | { readonly kind: 'tell'; readonly news: NewsKind; readonly number: number }
  | Held
  /** It is over, or acknowledged, before the contact was told: it hears nothing of it at all. */
  | { readonly kind: 'suppress'; readonly because: Reason }
  | { readonly kind: 'nothing' };

const MINUTE_MS = 60_000;
/** A shorter slow period is not worth a message. */
const DEGRADED_TOLD_AFTER_MS = 5 * MINUTE_MS;

export function contactNews(subject: Subject, settings: ContactSettings, heard: Heard, now: Date): ContactNews {
  if (heard.openedAt === null) return opening(subject, settings, now);
  if (subject.ended !== null) return ending(subject.ended, settings, heard, now);
  if (subject.acknowledgedAt !== null) return acknowledgement(subject, settings, heard, now);
  return reminder(subject, settings, heard, now);
}

function opening(subject: Subject, settings: ContactSettings, now: Date): ContactNews {
  const { ended } = subject;
  if (ended?.because === 'PAUSED') return { kind: 'suppress', because: 'PAUSED' };
  const waits = openingWaits(subject, settings);
  const lasting = lastingReason(subject, settings);
  // Without a wait it is told even if the clock of its worker is ahead of ours, or if it ended at once.
  const planned = ended === null ? waitAt(waits, now) : waits.find(({ until }) => ended.at <= until);
  // An outage from before the quiet hours may become known inside them.
  const wait = planned ?? quietWait(settings.quietHours, now);
  const news = held('OPENED', lasting, wait);
  if (news === undefined) return { kind: 'tell', news: 'OPENED', number: 0 };
  const isSettled = ended !== null || news.because === 'ACKNOWLEDGED';
  return isSettled ? { kind: 'suppress', because: news.because } : news;
}

/** Who paused a monitor knows that it is no longer watched. */
function ending(
  { at, because }: NonNullable<Subject['ended']>,
  { quietHours }: ContactSettings,
  { hasEnd }: Heard,
  now: Date,
): ContactNews {
  if (hasEnd || because === 'PAUSED') return { kind: 'nothing' };
  const wait = waitAt(quietWaits(at, [], quietHours), now);
  return held('RESOLVED', undefined, wait) ?? { kind: 'tell', news: 'RESOLVED', number: 0 };
}

function acknowledgement(subject: Subject, settings: ContactSettings, heard: Heard, now: Date): ContactNews {
  if (heard.hasAcknowledgement || !settings.notifyOn.acknowledged) return { kind: 'nothing' };
  // Whoever was told of the outage hears who takes care of it, whatever became of the parent since.
  const lasting = lastingReason({ ...subject, acknowledgedAt: null, parent: { kind: 'none' } }, settings);
  const wait = waitAt(quietWaits(now, subject.spans, settings.quietHours), now);
  return held('ACKNOWLEDGED', lasting, wait) ?? { kind: 'tell', news: 'ACKNOWLEDGED', number: 0 };
}

function reminder(subject: Subject, settings: ContactSettings, { lastAt, reminders }: Heard, now: Date): ContactNews {
  const { remindEveryMinutes } = settings;
  if (subject.kind !== 'INCIDENT' || remindEveryMinutes === null || lastAt === null) return { kind: 'nothing' };
  const dueAt = later(lastAt, remindEveryMinutes * MINUTE_MS);
  if (now < dueAt) return { kind: 'hold', news: 'REMINDED', because: 'DELAY', until: dueAt };
  const quiet = waitAt(quietWaits(now, subject.spans, settings.quietHours), now);
  const parent = waitAt(parentWaits(subject.parent), now);
  const wait = quiet?.because === 'MAINTENANCE' ? quiet : (parent ?? quiet);
  const news = held('REMINDED', lastingReason(subject, settings), wait);
  return news ?? { kind: 'tell', news: 'REMINDED', number: reminders + 1 };
}

/** A reason that passes with time, and when. */
interface Wait {
  readonly because: Reason;
  readonly until: Date;
}

/** The waits before an opening is told, one after the other. */
function openingWaits({ kind, startedAt, spans, parent }: Subject, settings: ContactSettings): Wait[] {
  const waits: Wait[] = [];
  let at = startedAt;
  const waitUntil = (because: Reason, until: Date): void => {
    if (until <= at) return;
    waits.push({ because, until });
    at = until;
  };
  if (kind === 'DEGRADED') waitUntil('DELAY', later(at, DEGRADED_TOLD_AFTER_MS));
  waitUntil('MAINTENANCE', firstUncovered(at, spans));
  for (const { because, until } of parentWaits(parent)) waitUntil(because, until);
  // The delay counts from when the alert became due. Only an outage can be acknowledged in the meantime.
  if (kind === 'INCIDENT') waitUntil('DELAY', later(at, settings.delayMinutes * MINUTE_MS));
  return [...waits, ...quietWaits(at, spans, settings.quietHours)];
}

function parentWaits(parent: ParentState): Wait[] {
  switch (parent.kind) {
    case 'asked':
      return [{ because: 'PARENT_DOWN', until: parent.until }];
    case 'up':
      return [{ because: 'PARENT_DOWN', until: parent.knownAt }];
    case 'none':
    case 'down':
      return [];
  }
}

/** Quiet hours may end inside a window, and a window inside quiet hours. */
function quietWaits(from: Date, spans: readonly Span[], hours: QuietHours | null): Wait[] {
  const waits: Wait[] = [];
  for (let at = from; ;) {
    const uncovered = firstUncovered(at, spans);
    if (uncovered > at) waits.push({ because: 'MAINTENANCE', until: uncovered });
    const until = quietUntil(hours, uncovered);
    if (until === null) return waits;
    waits.push({ because: 'QUIET_HOURS', until });
    at = until;
  }
}

function quietWait(hours: QuietHours | null, at: Date): Wait | undefined {
  const until = quietUntil(hours, at);
  return until === null ? undefined : { because: 'QUIET_HOURS', until };
}

function waitAt(waits: readonly Wait[], at: Date): Wait | undefined {
  return waits.find(({ until }) => at < until);
}

/** Undefined if nothing holds the news back. Of two reasons the one that is judged first counts. */
function held(news: NewsKind, lasting: Reason | undefined, wait: Wait | undefined): Held | undefined {
  if (wait !== undefined && (lasting === undefined || rank(wait.because) < rank(lasting))) {
    return { kind: 'hold', news, ...wait };
  }
  return lasting === undefined ? undefined : { kind: 'hold', news, because: lasting, until: null };
}

function rank(reason: Reason): number {
  return REASONS.indexOf(reason);
}

/** The first reason that ends with a change of something, not with time. */
function lastingReason(subject: Subject, settings: ContactSettings): Reason | undefined {
  if (!settings.isAttached) return 'NOT_ATTACHED';
  if (!isWanted(subject, settings)) return 'TYPE';
  if (subject.isPaused) return 'PAUSED';
  if (subject.parent.kind === 'down') return 'PARENT_DOWN';
  if (subject.acknowledgedAt !== null) return 'ACKNOWLEDGED';
  return settings.isConfirmed ? undefined : 'UNCONFIRMED';
}

function isWanted({ kind, monitorType }: Subject, { notifyOn, monitorTypes }: ContactSettings): boolean {
  if (monitorTypes !== null && !monitorTypes.includes(monitorType)) return false;
  switch (kind) {
    case 'INCIDENT':
      return true;
    case 'DEGRADED':
      return notifyOn.degraded;
    case 'EXPIRY':
      return notifyOn.expiry;
  }
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
