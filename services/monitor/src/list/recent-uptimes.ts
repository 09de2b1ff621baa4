import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../history/rollup-schedule.ts';
import { currentRecord } from '../uptime/current-record.ts';
import { MaintenanceTimes } from '../uptime/maintenance-times.ts';
import { UptimeRepository } from '../uptime/uptime.repository.ts';
import { NOTHING, segmentsOf, summarize, uptimePercent } from '../uptime/uptime.ts';
import type { UptimeSummaryRow } from './summary.repository.ts';

/** Computes the uptimes of the list, by the same rules as every other uptime. */
@Injectable()
export class RecentUptimes {
  constructor(
    private readonly repository: UptimeRepository,
    private readonly maintenance: MaintenanceTimes,
  ) {}

  /** Monitors of any organizations. */
  async of(ids: readonly string[], now: Date): Promise<UptimeSummaryRow[]> {
    const month = { from: new Date(now.getTime() - 30 * DAY_MS), to: now };
    const day = { from: new Date(now.getTime() - DAY_MS), to: now };
    const [monitors, records] = await Promise.all([
      this.repository.monitorsOfAll(ids),
      this.repository.records(ids, month),
    ]);
    const deafness = monitors.some(({ type }) => type === 'CRON') ? await this.repository.deafness(month) : [];
    const observed = monitors.map((monitor) => {
      const record = currentRecord(monitor, records.get(monitor.id) ?? [], now);
      const segments = segmentsOf(record, monitor.type === 'CRON' ? deafness : [], now);
      return { id: monitor.id, segments, periods: [day, month] };
    });
    const sums = await this.maintenance.sums(observed, month, null);
    return monitors.map(({ id }) => {
      const [ofDay = NOTHING, ofMonth = NOTHING] = sums.get(id) ?? [];
      return { id, uptime24h: uptimePercent(summarize(ofDay)), uptime30d: uptimePercent(summarize(ofMonth)) };
    });
  }
}
