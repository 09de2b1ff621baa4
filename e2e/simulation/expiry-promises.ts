import { DAY_SECONDS, type HistoryExpiry, type Lasting, type Wishes } from './alert-history.ts';
import { shownAt } from './alert-history-words.ts';
import type { Pair } from './alert-pair.ts';
import { aliveAt, confirmedAt, isCovered, isQuiet } from './alert-times.ts';

/** What must hold for one contact and one expiry: once at each of its days before it, while it is true. */
export const expiryRules: readonly ((pair: Pair) => string[])[] = [isToldOnItsDays, isToldOnEachDay];

function isToldOnItsDays(pair: Pair): string[] {
  const { wishes, decisions, history } = pair;
  const { expiry } = history;
  if (wishes === undefined || expiry === null) return [];
  const told = decisions.filter(({ outcome }) => outcome === 'TOLD');
  return told.flatMap(({ news, number, at }) => {
    const words = `is told of day ${number} at ${shownAt(at)}`;
    if (news !== 'OPENED') return [`is told ${news}`];
    if (!isWanted(wishes) || !wishes.expiryDays.includes(number)) return [`${words}, which it does not want`];
    if (!isCovered([dayOf(wishes, number, expiry)], at)) return [`${words}, which is another day`];
    if (!isCovered(listedSpans(pair, expiry), at)) return [`${words}, while nothing is known to expire`];
    return isDisturbing(pair, wishes, at) ? [`${words}, in quiet hours or maintenance`] : [];
  });
}

function isToldOnEachDay(pair: Pair): string[] {
  const { wishes, decisions, history, contact } = pair;
  const { expiry } = history;
  if (wishes === undefined || expiry === null || !isWanted(wishes)) return [];
  // What was not sent before the expiry was gone is not told.
  const isSurelySent = history.crashes.length + (history.contacts[contact]?.unwilling.length ?? 0) === 0;
  const [first, again] = listedSpans(pair, expiry);
  const spans = [first, again].filter((span) => span !== undefined && (span.until === Infinity || isSurelySent));
  return wishes.expiryDays.flatMap((day) => {
    const isTold = decisions.some(({ number, outcome }) => number === day && outcome === 'TOLD');
    const at = spans
      .map((span) => firstChance(pair, wishes, bothOf(dayOf(wishes, day, expiry), span)))
      .find((chance) => chance !== undefined);
    return at === undefined || isTold ? [] : [`is not told of day ${day} at ${shownAt(at)}`];
  });
}

function isWanted({ isAttached, hearsExpiries }: Wishes): boolean {
  return isAttached && hearsExpiries;
}

/** A day of the contact lasts until its next one, or until the expiry. */
function dayOf({ expiryDays }: Wishes, day: number, { expiresAt }: HistoryExpiry): Lasting {
  const next = Math.max(0, ...expiryDays.filter((other) => other < day));
  return { from: expiresAt - day * DAY_SECONDS, until: expiresAt - next * DAY_SECONDS };
}

/** When the service knows of it. */
function listedSpans({ history }: Pair, { listedAt, gone }: HistoryExpiry): Lasting[] {
  const from = aliveAt(history, listedAt);
  if (gone === null) return [{ from, until: Infinity }];
  const first = { from, until: aliveAt(history, gone.at) };
  return gone.backAt === null ? [first] : [first, { from: aliveAt(history, gone.backAt), until: Infinity }];
}

function bothOf(one: Lasting, other: Lasting | undefined): Lasting {
  const { from, until } = other ?? { from: Infinity, until: -Infinity };
  return { from: Math.max(one.from, from), until: Math.min(one.until, until) };
}

/** Everything happens at half minutes. Undefined if something keeps it from being told all the time. */
function firstChance(pair: Pair, wishes: Wishes, { from, until }: Lasting): number | undefined {
  const { history, contact } = pair;
  for (let at = Math.max(from, confirmedAt(history, contact)); at < until; at += 30) {
    if (!isCovered(history.crashes, at) && !isDisturbing(pair, wishes, at)) return at;
  }
  return undefined;
}

function isDisturbing({ history }: Pair, wishes: Wishes, at: number): boolean {
  return isQuiet(wishes, at) || isCovered(history.windows, at);
}
