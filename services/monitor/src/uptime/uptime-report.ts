// Decides what the uptime of a range is: how the range and its days divide, and which outages lie in it.

import type { MonitorUptime, MonitorUptimeReport, UptimeDay } from '@vedette/contract';
import type { RecordedState } from '../states/state-record.ts';
import type { LocalDay } from './local-days.ts';
import { NOTHING, percentOf, type Span, type Sums } from './uptime.ts';

export interface RecordedOutage {
  readonly from: Date;
  /** Null while it lasts. */
  readonly to: Date | null;
}

/** What lies in the range of each day; days outside of it are left out. */
export function daysWithin(days: readonly LocalDay[], range: Span): LocalDay[] {
  return days.map((day) => ({ ...day, ...within(day, range) })).filter(({ from, to }) => from < to);
}

/** The periods that a report sums up: the range, its days, and what lies in the range of each outage of the record. */
export function reportedPeriods(record: readonly RecordedState[], range: Span, days: readonly LocalDay[]): Span[] {
  return [range, ...days, ...outagesOf(record).map((outage) => within(outage, range))];
}

/** `sums` are those of the reported periods. `days`: null unless they are asked for. */
export function uptimeReport(
  record: readonly RecordedState[],
  sums: readonly Sums[],
  range: Span,
  days: readonly LocalDay[] | null,
): MonitorUptimeReport {
  const [ms = NOTHING] = sums;
  const ofOutages = sums.slice(1 + (days?.length ?? 0));
  const outages = outagesOf(record).flatMap((outage, i) => {
    const downMs = ofOutages[i]?.down ?? 0;
    // One that was all in maintenance, or outside of the range, is none.
    return downMs === 0 ? [] : [{ downMs, hasEnded: outage.to !== null && outage.to <= range.to }];
  });
  const lengths = outages.map(({ downMs }) => downMs);
  const ended = outages.filter(({ hasEnded }) => hasEnded).map(({ downMs }) => downMs);
  const available = ms.up + ms.degraded;
  return {
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    ...figuresOf(ms, range),
    days: days?.map((day, i) => ({ date: day.date, ...figuresOf(sums[1 + i] ?? NOTHING, day) })) ?? null,
    outages: outages.length,
    longestOutageSec: lengths.length === 0 ? null : Math.max(...lengths) / 1_000,
    meanTimeToRecoverSec: mean(ended),
    meanTimeBetweenFailuresSec: outages.length === 0 ? null : Math.round(available / outages.length) / 1_000,
  };
}

/** The same figures for status pages: of a range, and of the `count` days up to its end. */
export function pageUptime(id: string, sums: readonly Sums[], days: readonly LocalDay[], count: number): MonitorUptime {
  const [ms = NOTHING, ...ofDays] = sums;
  return {
    id,
    percent: percentOf(ms),
    days: [
      ...Array.from({ length: count - days.length }, () => null),
      ...days.map((day, i) => dayOf(divided(ofDays[i] ?? NOTHING, day))),
    ],
  };
}

/** The outages of a record. One goes on while nobody could look at the target. */
export function outagesOf(record: readonly RecordedState[]): RecordedOutage[] {
  const outages: RecordedOutage[] = [];
  let began: Date | undefined;
  for (const { at, state } of record) {
    if (state === 'UNOBSERVED') continue;
    if (state === 'DOWN') began ??= at;
    else if (began !== undefined) {
      outages.push({ from: began, to: at });
      began = undefined;
    }
  }
  return began === undefined ? outages : [...outages, { from: began, to: null }];
}

function dayOf(ms: Sums): UptimeDay {
  const unknown = ms.pending + ms.paused + ms.unobserved;
  const [up, degraded, down, maintenance] = [
    ms.up / 1_000,
    ms.degraded / 1_000,
    ms.down / 1_000,
    ms.maintenance / 1_000,
  ];
  return [percentOf(ms), up, degraded, down, maintenance, unknown / 1_000];
}

function figuresOf(ms: Sums, span: Span): Pick<MonitorUptimeReport, 'percent' | 'seconds'> {
  const parts = Object.entries(divided(ms, span)).map(([kind, part]) => [kind, part / 1_000] as const);
  return { percent: percentOf(ms), seconds: { ...NOTHING, ...Object.fromEntries(parts) } };
}

/** The whole span: of what is not on record, nothing was observed. */
function divided(ms: Sums, { from, to }: Span): Sums {
  const recorded = Object.values(ms).reduce((sum, part) => sum + part, 0);
  return { ...ms, unobserved: ms.unobserved + to.getTime() - from.getTime() - recorded };
}

function mean(ms: readonly number[]): number | null {
  return ms.length === 0 ? null : Math.round(ms.reduce((sum, each) => sum + each, 0) / ms.length) / 1_000;
}

function within({ from, to }: RecordedOutage, range: Span): Span {
  return { from: from > range.from ? from : range.from, to: to !== null && to < range.to ? to : range.to };
}
