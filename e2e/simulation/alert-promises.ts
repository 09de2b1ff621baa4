import type { NewsKind } from '@vedette/incident/contact-news';
import type { AlertHistory, Wishes } from './alert-history.ts';
import { shownAt } from './alert-history-words.ts';
import type { Pair, PeriodPair, Told } from './alert-pair.ts';
import { isAbout, type StoredDecision, type SubjectRow } from './alert-rows.ts';
import type { Played } from './alert-tables.ts';
import { aliveAt, confirmedAt, decisionAt, isCovered, isQuiet, tellAt } from './alert-times.ts';
import { expiryRules } from './expiry-promises.ts';
import { brokenStormPromises } from './storm-promises.ts';

const MINUTE = 60;
const UNREACHED_SECONDS = 5 * MINUTE;

/** What a history breaks, in words. The rules are written down here a second time, without their code. */
export function brokenPromises(history: AlertHistory, played: Played): string[] {
  if (!played.isAtRest) return ['everything comes to rest'];
  const broken = played.rows.flatMap((row) => {
    const period = periodOf(history, row);
    const began = period?.from ?? history.expiry?.listedAt ?? 0;
    const pairs = history.contacts.map((_, contact) => pairOf(history, played, row, contact, began));
    const ofPairs = pairs.flatMap((pair) => [
      ...brokenOf(pair, RULES),
      ...(period === undefined ? brokenOf(pair, expiryRules) : brokenOf({ ...pair, period }, PERIOD_RULES)),
    ]);
    return row.kind === 'INCIDENT' ? [...ofPairs, ...standIns(pairs).map((text) => `${row.about}: ${text}`)] : ofPairs;
  });
  return [...broken, ...brokenStormPromises(history, played)];
}

function brokenOf<P extends Pair>(pair: P, rules: readonly ((pair: P) => string[])[]): string[] {
  return rules.flatMap((rule) => rule(pair).map((text) => `contact ${pair.contact}, ${pair.row.about}: ${text}`));
}

function periodOf({ outages, slow }: AlertHistory, { kind, index }: SubjectRow): Told['period'] | undefined {
  const found = { INCIDENT: outages, DEGRADED: slow, EXPIRY: [] }[kind][index];
  return found === undefined || kind === 'EXPIRY' ? undefined : { from: found.from, until: found.until, kind };
}

function pairOf(history: AlertHistory, played: Played, row: SubjectRow, contact: number, began: number): Pair {
  const changes = played.changes.filter((change) => change.contact === contact);
  const before = changes.findLast(({ at }) => at <= began);
  const isSteady = changes.every(({ at }) => at < began);
  return {
    history,
    row,
    contact,
    wishes: isSteady ? (before?.wishes ?? history.contacts[contact]?.wishes) : undefined,
    jobs: played.jobs.filter((job) => job.about === row.about && job.contact === contact),
    decisions: row.decisions.filter(({ contactId }) => contactId === String(contact)),
  };
}

const RULES: readonly ((pair: Pair) => string[])[] = [isHeardOnce, isReached, hasConfirmed];
const PERIOD_RULES: readonly ((pair: PeriodPair) => string[])[] = [
  isInOrder,
  isToldByItsWishes,
  hasItsEnd,
  isLeftInPeace,
  isReminded,
  hearsOfTheAcknowledgement,
];

function isHeardOnce({ history, jobs }: Pair): string[] {
  const messages = Map.groupBy(jobs, ({ news, number }) => `${news} ${number}`);
  return [...messages].flatMap(([message, same]) => {
    const takenAt = same.flatMap((job) => job.takenAt);
    const interrupted = takenAt.filter((at) => history.crashes.some(({ from }) => at < from && from <= at + 1));
    return takenAt.length > 1 + interrupted.length ? [`hears ${message} ${takenAt.length} times`] : [];
  });
}

/** Whatever it is told, and in whoever's place. */
function hasConfirmed({ history, contact, decisions }: Pair): string[] {
  const early = decisions.filter(({ outcome, at }) => outcome === 'TOLD' && at < confirmedAt(history, contact));
  return early.map(({ news, at }) => `is told ${news} at ${shownAt(at)}, before it has confirmed`);
}

function isInOrder({ jobs }: PeriodPair): string[] {
  const first = (news: NewsKind): number =>
    Math.min(...jobs.filter((job) => job.news === news).flatMap((job) => job.takenAt));
  const others = jobs.filter(({ news }) => news !== 'OPENED').flatMap(({ takenAt }) => takenAt);
  const isHeard = first('OPENED') !== Infinity;
  return isHeard && others.some((at) => at < first('OPENED')) ? ['hears something before the opening'] : [];
}

function isToldByItsWishes(pair: PeriodPair): string[] {
  const { wishes, decisions, row } = pair;
  const opening = decisions.find(({ news, outcome }) => news === 'OPENED' && outcome === 'TOLD');
  if (wishes === undefined || row.ended === null || row.ended.because === 'PAUSED') return [];
  if (opening?.reason === 'STANDS_IN') return wishes.isAttached ? [] : ['stands in without being attached'];
  const expected = expectation(pair, wishes);
  if (expected === 'told' && opening === undefined) return [`is not told at ${shownAt(tellAt(pair, wishes))}`];
  if (opening === undefined) return [];
  if (expected === 'silent') return [`is told at ${shownAt(opening.at)}`];
  return opening.at < tellAt(pair, wishes) ? [`is told at ${shownAt(opening.at)}, too early`] : [];
}

function expectation(pair: PeriodPair, wishes: Wishes): 'told' | 'silent' | 'either' {
  const { row, period, history, contact } = pair;
  const isWanted = wishes.isAttached && (period.kind === 'INCIDENT' || wishes.hearsSlowness);
  if (!isWanted || confirmedAt(history, contact) === Infinity) return 'silent';
  const due = tellAt(pair, wishes);
  const decidedAt = decisionAt(pair, wishes);
  const ackAt = row.acknowledgedAt ?? Infinity;
  const isToldAtOnce = due === period.from && decidedAt === aliveAt(history, period.from);
  if ((isToldAtOnce || decidedAt < period.until) && ackAt > decidedAt) return 'told';
  if (ackAt < due) return 'silent';
  const isEndKnown = aliveAt(history, period.until) < due && aliveAt(history, period.from) < period.until;
  return due >= period.until && isEndKnown ? 'silent' : 'either';
}

function hasItsEnd({ row, decisions }: PeriodPair): string[] {
  const isTold = (kind: NewsKind): boolean =>
    decisions.some(({ news, outcome }) => news === kind && outcome === 'TOLD');
  if (row.ended?.because === 'PAUSED') return isTold('RESOLVED') ? ['hears the end of a paused monitor'] : [];
  if (isTold('OPENED') === isTold('RESOLVED')) return [];
  return [isTold('OPENED') ? 'never hears of the end' : 'hears of the end alone'];
}

function isLeftInPeace(pair: PeriodPair): string[] {
  const { wishes, decisions, row, history, period, contact } = pair;
  if (wishes === undefined) return [];
  const bothering = decisions.filter(
    ({ news, outcome, reason, at }) =>
      outcome === 'TOLD' && reason === null && news !== 'RESOLVED' && (row.ended === null || at < row.ended.at),
  );
  // An opening from before a window is told at once if the service, or the contact, is ready only inside it.
  const isReadyLate = history.crashes.length > 0 || confirmedAt(history, contact) > period.from;
  const isLate = ({ news }: StoredDecision): boolean => news === 'OPENED' && isReadyLate;
  const disturbing = bothering.filter(
    (decision) => isQuiet(wishes, decision.at) || (isCovered(history.windows, decision.at) && !isLate(decision)),
  );
  return disturbing.map(({ news, at }) => `is told ${news} at ${shownAt(at)}, in quiet hours or maintenance`);
}

function isReminded(pair: PeriodPair): string[] {
  const { wishes, decisions, row, jobs, history, period } = pair;
  if (wishes === undefined) return [];
  const told = decisions.filter(
    ({ news, outcome }) => outcome === 'TOLD' && (news === 'OPENED' || news === 'REMINDED'),
  );
  const own = told.filter(({ news, reason }) => news === 'REMINDED' && reason === null);
  // Nobody is reminded of a slow period.
  const every = (period.kind === 'INCIDENT' ? (wishes.remindEveryMinutes ?? Infinity) : Infinity) * MINUTE;
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
    jobs.some(({ hasFailed, wasGathered }) => hasFailed || wasGathered) ||
    told.some(({ reason }) => reason !== null);
  if (opening === undefined || isDisturbed || every === Infinity || over === Infinity) return broken;
  // A reminder that is due when the outage ends is dropped, or under way.
  const times = (over - opening.at) / every;
  const isRight = own.length === Math.floor(times) || own.length === Math.ceil(times) - 1;
  return isRight ? broken : [...broken, `is reminded ${own.length} times, not ${Math.floor(times)}`];
}

function hearsOfTheAcknowledgement({ wishes, decisions, row, history }: PeriodPair): string[] {
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
    // A message that was cancelled when an expiry was gone may be sent again when it is back.
    const same = jobs.filter(({ news, number }) => news === job.news && number === job.number);
    const isTaken = same.some(({ takenAt }) => takenAt.length > 0);
    return isTold && !isTaken && !refuses ? [`never gets ${job.news} ${job.number}`] : [];
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
  const isConfirmed = confirmedAt(history, other.contact) <= opening.createdAt;
  return isCalm && isConfirmed && dueAt < failedFrom && dueAt < over;
}
