import { Injectable } from '@nestjs/common';
import type { MonitorUptime, UptimeQuery } from '@vedette/contract';
import type { RecordedState } from '../states/state-record.ts';
import { currentRecord } from './current-record.ts';
import { localDays, type LocalDay } from './local-days.ts';
import { UptimeRepository } from './uptime.repository.ts';
import { segmentsOf, summarize, type Span } from './uptime.ts';

@Injectable()
export class UptimeService {
  constructor(private readonly repository: UptimeRepository) {}

  /** The states of a monitor from the beginning of the period on, oldest first. */
  async recordOf(organizationId: string, monitorId: string, period: Span, now: Date): Promise<RecordedState[]> {
    const [monitor] = await this.repository.monitors(organizationId, [monitorId]);
    if (monitor === undefined) return [];
    const records = await this.repository.records([monitorId], period);
    return currentRecord(monitor, records.get(monitorId) ?? [], now);
  }

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
        const record = currentRecord(monitor, records.get(monitor.id) ?? [], now);
        const maintenance = (excluded.get(monitor.id) ?? []).map(({ startsAt, endsAt }) => ({
          from: new Date(startsAt),
          to: new Date(endsAt),
        }));
        const segments = segmentsOf(record, maintenance, monitor.type === 'CRON' ? deafness : [], now);
        return uptimeOf(monitor.id, segments, days, period);
      }),
    };
  }
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
