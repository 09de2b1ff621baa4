import { START, type AlertHistory, type Lasting, type Wishes } from './alert-history.ts';
import type { Told } from './alert-pair.ts';

const MINUTE = 60;
const DAY = 1_440;
/** A slow period is told after so long. */
const SLOW_SECONDS = 5 * MINUTE;

/** The first instant at which nothing keeps the contact from being told. */
export function tellAt({ history, period, contact }: Told, wishes: Wishes): number {
  const { windows } = history;
  const isSlow = period.kind === 'DEGRADED';
  const free = firstFree(windows, period.from + (isSlow ? SLOW_SECONDS : 0));
  // Nobody can acknowledge a slow period in the meantime.
  let at = free + (isSlow ? 0 : wishes.delayMinutes * MINUTE);
  while (isCovered(windows, at) || isQuiet(wishes, at)) at += 30;
  if (at >= confirmedAt(history, contact)) return at;
  at = confirmedAt(history, contact);
  while (isQuiet(wishes, at)) at += 30;
  return at;
}

/** When its owner agrees, and the service is there to be told so. */
export function confirmedAt(history: AlertHistory, contact: number): number {
  return aliveAt(history, history.contacts[contact]?.confirmedAt ?? Infinity);
}

/** When the service is there to tell it. */
export function decisionAt(pair: Told, wishes: Wishes): number {
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

export function aliveAt({ crashes }: AlertHistory, at: number): number {
  return firstFree(crashes, at);
}

export function isCovered(spans: readonly Lasting[], at: number): boolean {
  return spans.some(({ from, until }) => from <= at && at < until);
}

export function isQuiet({ quiet }: Wishes, at: number): boolean {
  if (quiet === null) return false;
  const minute = Math.floor((START / 1_000 + at) / MINUTE) % DAY;
  return quiet.from < quiet.to ? quiet.from <= minute && minute < quiet.to : minute >= quiet.from || minute < quiet.to;
}
