import { Injectable } from '@nestjs/common';
import { internal } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { DAY_MS } from '../history/rollup-schedule.ts';
import { currentRecord } from '../uptime/current-record.ts';
import { UptimeRepository } from '../uptime/uptime.repository.ts';
import { segmentsOf, summarize, uptimePercent, type Span } from '../uptime/uptime.ts';
import type { UptimeSummaryRow } from './summary.repository.ts';

/** Computes the uptimes of the list, by the same rules as every other uptime. */
@Injectable()
export class RecentUptimes {
  constructor(
    private readonly host: Host,
    private readonly repository: UptimeRepository,
  ) {}

  /** Monitors of any organizations. */
  async of(ids: readonly string[], now: Date): Promise<UptimeSummaryRow[]> {
    const month = { from: new Date(now.getTime() - 30 * DAY_MS), to: now };
    const day = { from: new Date(now.getTime() - DAY_MS), to: now };
    const [monitors, records, maintenance] = await Promise.all([
      this.repository.monitorsOfAll(ids),
      this.repository.records(ids, month),
      this.#maintenance(ids, month),
    ]);
    const deafness = monitors.some(({ type }) => type === 'CRON') ? await this.repository.deafness(month) : [];
    return monitors.map((monitor) => {
      const record = currentRecord(monitor, records.get(monitor.id) ?? [], now);
      const unheard = monitor.type === 'CRON' ? deafness : [];
      const segments = segmentsOf(record, maintenance.get(monitor.id) ?? [], unheard, now);
      return {
        id: monitor.id,
        uptime24h: uptimePercent(summarize(segments, day)),
        uptime30d: uptimePercent(summarize(segments, month)),
      };
    });
  }

  async #maintenance(ids: readonly string[], { from, to }: Span): Promise<Map<string, Span[]>> {
    const asked = { organizationId: null, monitorIds: ids, from: from.toISOString(), to: to.toISOString() };
    const { spans } = await this.host.rpc.ask(internal.listMaintenanceSpans, asked);
    const dated = spans.map(({ monitorId, startsAt, endsAt }) => ({
      monitorId,
      from: new Date(startsAt),
      to: new Date(endsAt),
    }));
    return Map.groupBy(dated, ({ monitorId }) => monitorId);
  }
}
