import type { AlertHistory, HistoryOutage, HistoryParent } from './alert-history.ts';
import { shownAt } from './alert-history-words.ts';
import type { Played } from './alert-tables.ts';

/** Alerts wait for a check for so long at most. */
const WAIT = 10;
/** A process that was killed may have been at it twice. */
const SETTLED = 2 * WAIT;

/** What a history breaks, in words. The rules are written down here a second time, without their code. */
export function brokenParentPromises(history: AlertHistory, played: Played): string[] {
  if (!played.isAtRest) return ['everything comes to rest'];
  return history.outages.flatMap((outage, index) => {
    const told = played.jobs.filter(({ about }) => about === `outage ${index}`);
    const at = told.find(({ news }) => news === 'OPENED')?.createdAt;
    const broken = [
      ...(told.filter(({ news }) => news === 'OPENED').length > 1 ? ['is told twice'] : []),
      ...(told.some(({ news }) => news === 'RESOLVED') === (at !== undefined) ? [] : ['is told without its end']),
      ...(history.crashes.length === 0 ? exactly(history, outage, at) : atLeast(history, outage, at)),
    ];
    return broken.map((text) => `outage ${index}: ${text}`);
  });
}

/** Without a crash it is known when the contact is told, to the second. */
function exactly(history: AlertHistory, outage: HistoryOutage, at: number | undefined): string[] {
  const due = dueAt(history, outage);
  const expected = due < outage.until ? due : undefined;
  return at === expected ? [] : [`is told ${whenWords(at)}, not ${whenWords(expected)}`];
}

function whenWords(at: number | undefined): string {
  return at === undefined ? 'never' : `at ${shownAt(at)}`;
}

/** When it is first known that the monitor is down without its parent. */
function dueAt({ parent, outages }: AlertHistory, outage: HistoryOutage): number {
  const takes = parent?.checkSeconds ?? WAIT;
  const downs = parent === null ? [] : knownDowns(parent, outages);
  for (let at = outage.from; ;) {
    const due = at + takes;
    const recovered = downs.find(({ until }) => until > at && until <= due);
    const holding = downs.find(({ noticedAt, until }) => noticedAt <= due && due < until);
    const release = recovered ?? holding;
    if (release === undefined) return due;
    at = release.until;
  }
}

/** The outages of the parent that anybody notices, in their order. A check for an alert may notice them first. */
function knownDowns({ downs, checkSeconds }: HistoryParent, outages: readonly HistoryOutage[]) {
  const checks = checkSeconds === null ? [] : outages.map(({ from }) => from + checkSeconds);
  return downs
    .map(({ from, until, noticedAfter }) => {
      const found = checks.filter((at) => from <= at && at < until);
      return { until, noticedAt: Math.min(from + noticedAfter, ...found) };
    })
    .filter(({ noticedAt, until }) => noticedAt < until);
}

/** Whatever crashes: a monitor that has long been down alone is told, and one that is never down alone is not. */
function atLeast({ parent, crashes }: AlertHistory, { from, until }: HistoryOutage, at: number | undefined): string[] {
  const downs = parent?.downs ?? [];
  const quietFrom = Math.max(from, ...[...downs, ...crashes].map((span) => span.until).filter((end) => end < until));
  const isDisturbed = [...downs, ...crashes].some((span) => span.from < until && span.until > quietFrom);
  if (at === undefined) return !isDisturbed && until - quietFrom > SETTLED ? ['is never told'] : [];
  const covering = downs.find(
    (down) =>
      down.from + down.noticedAfter < from && down.until > until && !crashes.some((crash) => crash.until > down.from),
  );
  return covering === undefined ? [] : [`is told at ${shownAt(at)}, while the parent is down`];
}
