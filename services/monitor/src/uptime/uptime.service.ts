import { Injectable } from '@nestjs/common';
import type { MonitorUptime, RequestContext, UptimeQuery } from '@vedette/contract';
import type { RecordedState } from '../states/state-record.ts';
import { currentRecord } from './current-record.ts';
import { MaintenanceTimes } from './maintenance-times.ts';
import { localDays, type LocalDay } from './local-days.ts';
import { UptimeRepository } from './uptime.repository.ts';
import { NOTHING, segmentsOf, summarize, type Span, type Sums } from './uptime.ts';

@Injectable()
export class UptimeService {
  constructor(
    private readonly repository: UptimeRepository,
    private readonly maintenance: MaintenanceTimes,
  ) {}

  /** The states of a monitor from the beginning of the period on, oldest first. */
  async recordOf(organizationId: string, monitorId: string, period: Span, now: Date): Promise<RecordedState[]> {
    const [monitor] = await this.repository.monitors(organizationId, [monitorId]);
    if (monitor === undefined) return [];
    const records = await this.repository.records([monitorId], period);
    return currentRecord(monitor, records.get(monitorId) ?? [], now);
  }

  async uptime(query: UptimeQuery, cause: RequestContext, now = new Date()): Promise<{ monitors: MonitorUptime[] }> {
    const days = localDays(query.fromDate, query.toDate, query.timezone);
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return { monitors: [] };
    const period = { from: first.from, to: last.to };
    const monitors = await this.repository.monitors(query.organizationId, query.monitorIds);
    const ids = monitors.map(({ id }) => id);
    const records = await this.repository.records(ids, period);
    const hasJobs = monitors.some(({ type }) => type === 'CRON');
    const deafness = hasJobs ? await this.repository.deafness(period) : [];
    const observed = monitors.map((monitor) => {
      const record = currentRecord(monitor, records.get(monitor.id) ?? [], now);
      const segments = segmentsOf(record, monitor.type === 'CRON' ? deafness : [], now);
      return { id: monitor.id, segments, periods: [period, ...days] };
    });
    const sums = await this.maintenance.sums(observed, period, null, cause);
    return { monitors: ids.map((id) => uptimeOf(id, sums.get(id) ?? [], days)) };
  }
}

function uptimeOf(id: string, sums: readonly Sums[], days: readonly LocalDay[]): MonitorUptime {
  const [whole = NOTHING, ...ofDays] = sums;
  return {
    id,
    ...summarize(whole),
    days: days.map(({ date }, i) => Object.assign(summarize(ofDays[i] ?? NOTHING), { date })),
  };
}
