import type { NewsKind } from '@vedette/incident/contact-news';
import { shownAt, START, type AlertHistory, type HistoryOutage, type Lasting, type Wishes } from './alert-history.ts';
import { isAbout, type Job, type OutageRow, type Played, type StoredDecision } from './alert-tables.ts';

const MINUTE = 60;
const DAY = 1_440;
const UNREACHED_SECONDS = 5 * MINUTE;

/** One contact and one outage. */
interface Pair {
  readonly history: AlertHistory;
  readonly outage: HistoryOutage;
  readonly row: OutageRow;
  readonly contact: number;
  /** Undefined if they changed after the outage began. */
  readonly wishes: Wishes | undefined;
  readonly jobs: readonly Job[];
  readonly decisions: readonly StoredDecision[];
}

/** What a history breaks, in words. The rules are written down here a second time, without their code. */
export function brokenPromises(history: AlertHistory, played: Played): string[] {
  if (!played.isAtRest) return ['everything comes to rest'];
  return played.outages.flatMap((row) => {
    const outage = history.outages[row.index];
    if (outage === undefined) return [];
    const pairs = history.contacts.map(({ wishes }, contact): Pair => {
      const changes = played.changes.filter((change) => change.contact === contact);
      const before = changes.findLast(({ at }) => at <= outage.from);
      const isSteady = changes.every(({ at }) => at < outage.from);
      return {
        history,
        outage,
        row,
        contact,
        wishes: isSteady ? (before?.wishes ?? wishes) : undefined,
        jobs: played.jobs.filter((job) => job.outage === row.index && job.contact === contact),
        decisions: row.decisions.filter(({ contactId }) => contactId === String(contact)),
      };
    });
    const broken = pairs.flatMap((pair) => RULES.flatMap((rule) => rule(pair).map((text) => inWords(pair, text))));
    return [...broken, ...standIns(pairs).map((text) => `outage ${row.index}: ${text}`)];
  });
}

function inWords({ contact, row }: Pair, text: string): string {
  return `contact ${contact}, outage ${row.index}: ${text}`;
}

const RULES: readonly ((pair: Pair) => string[])[] = [
  isHeardOnce,
  isInOrder,
  isToldByItsWishes,
  hasItsEnd,
  isLeftInPeace,
  isReminded,
  hearsOfTheAcknowledgement,
  isReached,
];

function isHeardOnce({ history, jobs }: Pair): string[] {
  return jobs.flatMap(({ news, number, takenAt }) => {
    const interrupted = takenAt.filter((at) => history.crashes.some(({ from }) => at < from && from <= at + 1));
    return takenAt.length > 1 + interrupted.length ? [`hears ${news} ${number} ${takenAt.length} times`] : [];
  });
}

function isInOrder({ jobs }: Pair): string[] {
  const first = (news: NewsKind): number =>
    Math.min(...jobs.filter((job) => job.news === news).flatMap((job) => job.takenAt));
  const others = jobs.filter(({ news }) => news !== 'OPENED').flatMap(({ takenAt }) => takenAt);
  const isHeard = first('OPENED') !== Infinity;
  return isHeard && others.some((at) => at < first('OPENED')) ? ['hears something before the opening'] : [];
}

function isToldByItsWishes(pair: Pair): string[] {
  const { wishes, decisions, row } = pair;
  const opening = decisions.find(({ news, outcome }) => news === 'OPENED' && outcome === 'TOLD');
  if (wishes === undefined || row.ended === null || row.ended.because === 'PAUSED') return [];
  if (opening?.reason === 'STANDS_IN') return wishes.isAttached ? [] : ['stands in without being attached'];
  const expected = expectation(pair, wishes);
  if (expected === 'told' && opening === undefined) return [`is not told at ${shownAt(tellAt(pair, wishes))}`];
  if (expected === 'silent' && opening !== undefined) return [`is told at ${shownAt(opening.at)}`];
  return [];
}

function expectation(pair: Pair, wishes: Wishes): 'told' | 'silent' | 'either' {
  const { row, outage, history } = pair;
  if (!wishes.isAttached) return 'silent';
  const due = tellAt(pair, wishes);
  const decidedAt = decisionAt(pair, wishes);
  const ackAt = row.acknowledgedAt ?? Infinity;
  const isToldAtOnce = due === outage.from && decidedAt === aliveAt(history, outage.from);
  if ((isToldAtOnce || decidedAt < outage.until) && ackAt > decidedAt) return 'told';
  if (ackAt < due) return 'silent';
  const isEndKnown = aliveAt(history, outage.until) < due && aliveAt(history, outage.from) < outage.until;
  return due >= outage.until && isEndKnown ? 'silent' : 'either';
}

function hasItsEnd({ row, decisions }: Pair): string[] {
  const isTold = (kind: NewsKind): boolean =>
    decisions.some(({ news, outcome }) => news === kind && outcome === 'TOLD');
  if (row.ended?.because === 'PAUSED') return isTold('RESOLVED') ? ['hears the end of a paused monitor'] : [];
  if (isTold('OPENED') === isTold('RESOLVED')) return [];
  return [isTold('OPENED') ? 'never hears of the end' : 'hears of the end alone'];
}

function isLeftInPeace(pair: Pair): string[] {
  const { wishes, decisions, row } = pair;
  if (wishes === undefined) return [];
  const bothering = decisions.filter(
    ({ news, outcome, reason, at }) =>
      outcome === 'TOLD' && reason === null && news !== 'RESOLVED' && (row.ended === null || at < row.ended.at),
  );
  // An opening from before a window that becomes known inside it, after a crash, is told at once.
  const isLate = ({ news }: StoredDecision): boolean => news === 'OPENED' && pair.history.crashes.length > 0;
  const disturbing = bothering.filter(
    (decision) => isQuiet(wishes, decision.at) || (isCovered(pair.history.windows, decision.at) && !isLate(decision)),
  );
  return disturbing.map(({ news, at }) => `is told ${news} at ${shownAt(at)}, in quiet hours or maintenance`);
}

function isReminded(pair: Pair): string[] {
  const { wishes, decisions, row, jobs, history } = pair;
  if (wishes === undefined) return [];
  const told = decisions.filter(
    ({ news, outcome }) => outcome === 'TOLD' && (news === 'OPENED' || news === 'REMINDED'),
  );
  const own = told.filter(({ news, reason }) => news === 'REMINDED' && reason === null);
  const every = (wishes.remindEveryMinutes ?? Infinity) * MINUTE;
  const over = Math.min(row.acknowledgedAt ?? Infinity, row.ended?.at ?? Infinity);
  const broken = own.flatMap(({ at }) => {
    const before = Math.max(...told.filter((each) => each.at < at).map((each) => each.at));
    if (at > over) return [`is reminded at ${shownAt(at)}, after its end or acknowledgement`];
    return at - before < every ? [`is reminded at ${shownAt(at)}, too early`] : [];
  });
  const opening = told.find(({ news }) => news === 'OPENED');
  const isDisturbed =
    wishes.quiet !== null ||
    history.windows.length + history.crashes.length > 0 ||
    jobs.some(({ hasFailed }) => hasFailed) ||
    told.some(({ reason }) => reason !== null);
  if (opening === undefined || isDisturbed || every === Infinity || over === Infinity) return broken;
  // A reminder that is due when the outage ends is dropped, or under way.
  const times = (over - opening.at) / every;
  const isRight = own.length === Math.floor(times) || own.length === Math.ceil(times) - 1;
  return isRight ? broken : [...broken, `is reminded ${own.length} times, not ${Math.floor(times)}`];
}

function hearsOfTheAcknowledgement({ wishes, decisions, row, history }: Pair): string[] {
  const isTold = decisions.some(({ news, outcome }) => news === 'ACKNOWLEDGED' && outcome === 'TOLD');
  if (wishes === undefined) return [];
  if (isTold && (!wishes.hearsAcknowledgements || row.acknowledgedAt === null)) return ['hears of an acknowledgement'];
  const knows = decisions.some(
    ({ news, outcome, at }) => news === 'OPENED' && outcome === 'TOLD' && at < (row.acknowledgedAt ?? 0),
  );
  const isDisturbed = wishes.quiet !== null || history.windows.length > 0 || row.ended?.because === 'PAUSED';
  const isMissing = !isTold && wishes.hearsAcknowledgements && wishes.isAttached && knows && !isDisturbed;
  return isMissing ? ['does not hear of the acknowledgement'] : [];
}

/** Attempts go on for five hours, which no contact is busy for. */
function isReached({ history, contact, jobs, decisions }: Pair): string[] {
  const refuses = history.contacts[contact]?.unwilling.some(({ answers }) => answers === 'refuses') === true;
  return jobs.flatMap((job) => {
    const isTold = decisions.some((decision) => isAbout(job, decision) && decision.outcome === 'TOLD');
    if (job.state === 'PENDING') return [`${job.news} ${job.number} is never settled`];
    return isTold && job.takenAt.length === 0 && !refuses ? [`never gets ${job.news} ${job.number}`] : [];
  });
}

function standIns(pairs: readonly Pair[]): string[] {
  const standing = pairs.flatMap(({ decisions }) => decisions.filter(({ reason }) => reason === 'STANDS_IN'));
  if (standing.length > 1) return ['two contacts stand in for another'];
  const lost = pairs.filter(({ jobs }) => jobs.some(({ news, hasFailed }) => news === 'OPENED' && hasFailed));
  if (standing.length === 1) return lost.length === 0 ? ['a contact stands in for nobody'] : [];
  const needed = lost.some((pair) => pairs.some((other) => other !== pair && mustStandIn(pair, other)));
  return needed ? ['nobody stands in for a contact that cannot be reached'] : [];
}

/** Certain only where nothing else interferes. */
function mustStandIn({ history, jobs, row, wishes }: Pair, other: Pair): boolean {
  const opening = jobs.find(({ news }) => news === 'OPENED');
  if (opening === undefined || wishes?.isAttached !== true || other.wishes?.isAttached !== true) return false;
  const isCalm =
    history.crashes.length + history.windows.length + (history.contacts[other.contact]?.unwilling.length ?? 0) === 0;
  const dueAt = opening.state === 'FAILED' ? opening.settledAt : opening.createdAt + UNREACHED_SECONDS;
  const failedFrom = Math.min(...opening.takenAt, opening.state === 'FAILED' ? opening.settledAt + 1 : Infinity);
  const over = Math.min(row.acknowledgedAt ?? Infinity, row.ended?.at ?? Infinity);
  return isCalm && dueAt < failedFrom && dueAt < over;
}

/** The first instant at which nothing keeps the contact from being told. */
function tellAt({ history, outage }: Pair, wishes: Wishes): number {
  const { windows } = history;
  const free = firstFree(windows, outage.from);
  const delayed = free + wishes.delayMinutes * MINUTE;
  let at = delayed;
  while (isCovered(windows, at) || isQuiet(wishes, at)) at += 30;
  return at;
}

/** When the service is there to tell it. */
function decisionAt(pair: Pair, wishes: Wishes): number {
  let at = tellAt(pair, wishes);
  while (isCovered(pair.history.crashes, at) || isQuiet(wishes, at)) at += 30;
  return at;
}

/** Everything happens at half minutes. */
function firstFree(spans: readonly Lasting[], from: number): number {
  let at = from;
  while (isCovered(spans, at)) at += 30;
  return at;
}

function aliveAt({ crashes }: AlertHistory, at: number): number {
  return firstFree(crashes, at);
}

function isCovered(spans: readonly Lasting[], at: number): boolean {
  return spans.some(({ from, until }) => from <= at && at < until);
}

function isQuiet({ quiet }: Wishes, at: number): boolean {
  if (quiet === null) return false;
  const minute = Math.floor((START / 1_000 + at) / MINUTE) % DAY;
  return quiet.from < quiet.to ? quiet.from <= minute && minute < quiet.to : minute >= quiet.from || minute < quiet.to;
}
