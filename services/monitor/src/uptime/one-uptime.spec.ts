import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sinceCreation } from '../history/history-range.ts';
import type { RecordedState } from '../states/state-record.ts';
import { askedRange, lastDays } from './local-days.ts';
import { daysWithin, pageUptime, reportedPeriods, uptimeReport } from './uptime-report.ts';
import { percentOf, segmentsOf, sumsOf, withoutMaintenance, type Span, type Sums } from './uptime.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A history of four days, around a change of the clocks in Europe. */
const START = Date.parse('2026-03-27T10:00:00Z');
const END = START + 4 * DAY_MS;
const at = (minute: number): Date => new Date(START + minute * MINUTE_MS);

const minutes = fc.integer({ min: 0, max: 4 * 24 * 60 });
const states = fc.constantFrom<RecordedState['state']>('PENDING', 'UP', 'DEGRADED', 'DOWN', 'PAUSED', 'UNOBSERVED');
const spans = fc.array(
  fc.tuple(minutes, minutes).map(([one, other]) => ({ from: at(Math.min(one, other)), to: at(Math.max(one, other)) })),
  { maxLength: 6 },
);
const histories = fc.record({
  record: fc
    .uniqueArray(fc.tuple(minutes, states), { selector: ([minute]) => minute, minLength: 1, maxLength: 30 })
    .map((lines) =>
      lines.toSorted(([one], [other]) => one - other).map(([minute, state]) => ({ at: at(minute), state })),
    ),
  windows: spans,
  gaps: spans,
  now: minutes.map(at),
  count: fc.integer({ min: 1, max: 6 }),
  timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati'),
});
type History = Parameters<Parameters<typeof histories.map>[0]>[0];

/** What was observed in each of the periods, as the service sums it up. */
function observed({ record, windows, gaps, now }: History, periods: readonly Span[]): Sums[] {
  const segments = segmentsOf(record, gaps, now);
  const sums = periods.map((period) => sumsOf(segments, period));
  return withoutMaintenance(sums, segments, periods, windows);
}

/** The same, minute by minute. */
function percentByMinutes({ record, windows, gaps, now }: History, { from, to }: Span): number | null {
  const isIn = (those: readonly Span[], moment: number): boolean =>
    those.some((span) => span.from.getTime() <= moment && moment < span.to.getTime());
  let [available, down] = [0, 0];
  for (let moment = START; moment < END; moment += MINUTE_MS) {
    if (moment < from.getTime() || moment >= to.getTime() || moment >= now.getTime()) continue;
    if (isIn(windows, moment) || isIn(gaps, moment)) continue;
    const state = record.findLast((line) => line.at.getTime() <= moment)?.state;
    if (state === 'UP' || state === 'DEGRADED') available += 1;
    if (state === 'DOWN') down += 1;
  }
  return available + down === 0 ? null : Math.floor((available * 100_000) / (available + down)) / 1_000;
}

/** The days that a page shows, as the service answers them. */
function onPage(history: History) {
  const { record, now, count, timezone } = history;
  const days = lastDays(count, now, timezone);
  const range = sinceCreation({ from: days[0]?.from ?? now, to: now }, record[0]?.at ?? now);
  const shown = daysWithin(days, range);
  return pageUptime('mon_1', observed(history, [range, ...shown]), shown, count);
}

/** The same days, as the console and the API ask for them. */
function reported(history: History) {
  const { record, now, count, timezone } = history;
  const asked = askedRange({ days: count, timezone, to: now.toISOString() }, 30, new Date(END));
  if (asked.kind === 'refused') throw new Error(JSON.stringify(asked.faults));
  const range = sinceCreation(asked.range, record[0]?.at ?? now);
  const days = daysWithin(asked.days ?? [], range);
  return {
    range,
    days,
    report: uptimeReport(record, observed(history, reportedPeriods(record, range, days)), range, days),
  };
}

describe('the uptime of a history with windows, pauses and gaps', () => {
  it('is the same on a page and in a report, for the whole and for each day', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const [page, { report }] = [onPage(history), reported(history)];
        expect(page.percent).toBe(report.percent);
        const shown = page.days.filter((day) => day !== null);
        expect(shown).toEqual(
          report.days?.map(({ percent, seconds: { up, degraded, down, maintenance, ...rest } }) => [
            percent,
            up,
            degraded,
            down,
            maintenance,
            expect.closeTo(rest.pending + rest.paused + rest.unobserved, 6),
          ]),
        );
        expect(page.days.slice(page.days.length - shown.length)).toEqual(shown);
        expect(page.days).toHaveLength(history.count);
      }),
    );
  });

  it('is the same in the list and in a report of the same range', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const month = { from: new Date(history.now.getTime() - 30 * DAY_MS), to: history.now };
        const range = sinceCreation(month, history.record[0]?.at ?? history.now);
        const listed = observed(history, [month]).map(percentOf)[0];
        const { percent } = uptimeReport(
          history.record,
          observed(history, reportedPeriods(history.record, range, [])),
          range,
          null,
        );
        expect(listed).toBe(percent);
      }),
    );
  });

  it('is what a count of its minutes gives, and its days add up to it', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { range, days, report } = reported(history);
        expect(report.percent).toBe(percentByMinutes(history, range));
        expect(report.days?.map(({ percent }) => percent)).toEqual(days.map((day) => percentByMinutes(history, day)));
        for (const kind of Object.keys(report.seconds) as (keyof typeof report.seconds)[]) {
          const sum = report.days?.reduce((total, { seconds }) => total + seconds[kind], 0);
          expect(sum).toBeCloseTo(report.seconds[kind], 6);
        }
      }),
    );
  });
});
