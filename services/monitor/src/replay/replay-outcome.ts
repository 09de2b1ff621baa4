// Decides what a record of states means for people: how long a monitor was slow or down, and which alerts that gives.

import { MAX_REPLAY_PERIODS } from '@vedette/contract';
import type { RecordedState } from '../states/state-record.ts';
import type { StateLine } from './policy-replay.ts';

export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Outcome {
  readonly degradedSec: number;
  readonly degradedPeriods: number;
  readonly longestDegradedSec: number;
  readonly downSec: number;
  readonly outages: number;
  /** Messages to a contact that wants to hear of everything at once. */
  readonly alerts: { readonly degraded: number; readonly down: number };
}

/** Contacts hear of a DEGRADED period that has lasted this long. */
const DEGRADED_ALERT_MS = 5 * 60_000;

/** The times within the range in which the monitor was in the state, oldest first. */
export function periodsOf(lines: readonly StateLine[], state: RecordedState['state'], range: Range): Range[] {
  return lines.flatMap((line, index): Range[] => {
    const from = Math.max(line.at, range.from);
    const to = Math.min(lines[index + 1]?.at ?? Infinity, range.to);
    return line.state === state && from < to ? [{ from, to }] : [];
  });
}

export function outcomeOf(lines: readonly StateLine[], range: Range): Outcome {
  const degraded = periodsOf(lines, 'DEGRADED', range);
  const down = periodsOf(lines, 'DOWN', range);
  const told = degraded.filter(({ from, to }) => to - from >= DEGRADED_ALERT_MS);
  return {
    degradedSec: secondsOf(degraded),
    degradedPeriods: degraded.length,
    longestDegradedSec: Math.max(0, ...degraded.map((period) => secondsOf([period]))),
    downSec: secondsOf(down),
    outages: down.length,
    alerts: { degraded: messages(told, range), down: messages(down, range) },
  };
}

/** By how much each figure of the second outcome is higher. */
export function differenceOf(one: Outcome, other: Outcome): Outcome {
  return {
    degradedSec: other.degradedSec - one.degradedSec,
    degradedPeriods: other.degradedPeriods - one.degradedPeriods,
    longestDegradedSec: other.longestDegradedSec - one.longestDegradedSec,
    downSec: other.downSec - one.downSec,
    outages: other.outages - one.outages,
    alerts: {
      degraded: other.alerts.degraded - one.alerts.degraded,
      down: other.alerts.down - one.alerts.down,
    },
  };
}

/** The longest of many periods, in order of time. */
export function longestPeriods(periods: readonly Range[]): Range[] {
  if (periods.length <= MAX_REPLAY_PERIODS) return [...periods];
  const longest = periods.toSorted((one, other) => length(other) - length(one)).slice(0, MAX_REPLAY_PERIODS);
  return longest.toSorted((one, other) => one.from - other.from);
}

/** In seconds. */
export function secondsOf(periods: readonly Range[]): number {
  return Math.round(periods.reduce((total, period) => total + length(period), 0) / 1_000);
}

/** One message for the beginning, and one for the end if it lies in the range. */
function messages(periods: readonly Range[], range: Range): number {
  return periods.length + periods.filter(({ to }) => to < range.to).length;
}

function length({ from, to }: Range): number {
  return to - from;
}
