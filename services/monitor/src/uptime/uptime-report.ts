// Decides what the uptime of a range is: how the range divides, and which outages lie in it.

import { percentOfTime, type MonitorUptimeReport } from '@vedette/contract';
import type { RecordedState } from '../states/state-record.ts';
import { NOTHING, type Span, type Sums } from './uptime.ts';

export interface RecordedOutage {
  readonly from: Date;
  /** Null while it lasts. */
  readonly to: Date | null;
}

/** The periods that a report sums up: the range, and what lies in it of each outage of the record. */
export function reportedPeriods(record: readonly RecordedState[], range: Span): Span[] {
  return [range, ...outagesOf(record).map((outage) => within(outage, range))];
}

/** `sums` are those of the reported periods. */
export function uptimeReport(
  record: readonly RecordedState[],
  sums: readonly Sums[],
  range: Span,
): MonitorUptimeReport {
  const [ms = NOTHING, ...ofOutages] = sums;
  const known = Object.values(ms).reduce((sum, part) => sum + part, 0);
  const unrecorded = range.to.getTime() - range.from.getTime() - known;
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
    percent: percentOfTime(available, available + ms.down),
    seconds: {
      up: ms.up / 1_000,
      degraded: ms.degraded / 1_000,
      down: ms.down / 1_000,
      pending: ms.pending / 1_000,
      paused: ms.paused / 1_000,
      unobserved: (ms.unobserved + unrecorded) / 1_000,
      maintenance: ms.maintenance / 1_000,
    },
    outages: outages.length,
    longestOutageSec: lengths.length === 0 ? null : Math.max(...lengths) / 1_000,
    meanTimeToRecoverSec: mean(ended),
    meanTimeBetweenFailuresSec: outages.length === 0 ? null : Math.round(available / outages.length) / 1_000,
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

function mean(ms: readonly number[]): number | null {
  return ms.length === 0 ? null : Math.round(ms.reduce((sum, each) => sum + each, 0) / ms.length) / 1_000;
}

function within(outage: RecordedOutage, range: Span): Span {
  return {
    from: outage.from > range.from ? outage.from : range.from,
    to: outage.to !== null && outage.to < range.to ? outage.to : range.to,
  };
}
