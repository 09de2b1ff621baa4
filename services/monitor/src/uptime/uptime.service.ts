import { Injectable } from '@nestjs/common';
import type { MonitorUptime, ResponseTimes, ResponseTimesQuery, UptimeQuery } from '@vedette/contract';
import { percentile } from '../history/latency-buckets.ts';
import { HOUR_MS } from '../history/rollup-schedule.ts';
import { observationGap } from '../states/observation-gap.ts';
import type { RecordedState } from '../results/result-application.ts';
import { localDays, type LocalDay } from './local-days.ts';
import { UptimeRepository, type LatencyCount, type ObservedMonitor } from './uptime.repository.ts';
import { segmentsOf, summarize, type Span } from './uptime.ts';

@Injectable()
export class UptimeService {
  constructor(private readonly repository: UptimeRepository) {}

  async uptime(query: UptimeQuery, now = new Date()): Promise<{ monitors: MonitorUptime[] }> {
    const days = localDays(query.fromDate, query.toDate, query.timezone);
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return { monitors: [] };
    const period = { from: first.from, to: last.to };
    const excluded = new Map(query.monitors.map(({ id, excluded: spans }) => [id, spans]));
    const monitors = await this.repository.monitors(query.organizationId, [...excluded.keys()]);
    const records = await this.repository.records(
      monitors.map(({ id }) => id),
      period,
    );
    const hasJobs = monitors.some(({ type }) => type === 'CRON');
    const deafness = hasJobs ? await this.repository.deafness(period) : [];
    return {
      monitors: monitors.map((monitor) => {
        const record = recordUntil(monitor, records.get(monitor.id) ?? [], now);
        const maintenance = (excluded.get(monitor.id) ?? []).map(({ startsAt, endsAt }) => ({
          from: new Date(startsAt),
          to: new Date(endsAt),
        }));
        const segments = segmentsOf(record, maintenance, monitor.type === 'CRON' ? deafness : [], now);
        return uptimeOf(monitor.id, segments, days, period);
      }),
    };
  }

  async responseTimes(query: ResponseTimesQuery): Promise<{ monitors: ResponseTimes[] }> {
    const period = wholeHours({ from: new Date(query.from), to: new Date(query.to) });
    const monitors = await this.repository.monitors(query.organizationId, query.monitorIds);
    const ids = monitors.map(({ id }) => id);
    const counted = Map.groupBy(await this.repository.latencies(ids, period), ({ id }) => id);
    return { monitors: ids.map((id) => responseTimesOf(id, counted.get(id) ?? [])) };
  }
}

/** A gap that goes on is on record only when it ends. */
function recordUntil(monitor: ObservedMonitor, record: readonly RecordedState[], now: Date): RecordedState[] {
  const gap = observationGap(monitor, now);
  return gap.kind === 'since' ? [...record, { at: gap.at, state: 'UNOBSERVED' }] : [...record];
}

function uptimeOf(
  id: string,
  segments: ReturnType<typeof segmentsOf>,
  days: readonly LocalDay[],
  period: Span,
): MonitorUptime {
  return {
    id,
    ...summarize(segments, period),
    days: days.map((day) => Object.assign(summarize(segments, day), { date: day.date })),
  };
}

function responseTimesOf(id: string, rows: readonly LatencyCount[]): ResponseTimes {
  const histogram = new Map<number, number>();
  for (const { buckets, counts } of rows) {
    for (const [i, bucket] of buckets.entries()) histogram.set(bucket, (histogram.get(bucket) ?? 0) + (counts[i] ?? 0));
  }
  return {
    id,
    checks: rows.reduce((sum, { checks }) => sum + checks, 0),
    failures: rows.reduce((sum, { failures }) => sum + failures, 0),
    p50Ms: percentile(histogram, 50),
    p95Ms: percentile(histogram, 95),
    p99Ms: percentile(histogram, 99),
  };
}

function wholeHours({ from, to }: Span): Span {
  return {
    from: new Date(Math.floor(from.getTime() / HOUR_MS) * HOUR_MS),
    to: new Date(Math.ceil(to.getTime() / HOUR_MS) * HOUR_MS),
  };
}
