import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../history/rollup-schedule.ts';
import { ObservedTimes } from '../uptime/observed-times.ts';
import { UptimeRepository } from '../uptime/uptime.repository.ts';
import { NOTHING, percentOf } from '../uptime/uptime.ts';
import type { UptimeSummaryRow } from './summary.repository.ts';

/** Computes the uptimes of the list. */
@Injectable()
export class RecentUptimes {
  constructor(
    private readonly repository: UptimeRepository,
    private readonly observed: ObservedTimes,
  ) {}

  /** Monitors of any organizations. */
  async of(ids: readonly string[], now: Date): Promise<UptimeSummaryRow[]> {
    const month = { from: new Date(now.getTime() - 30 * DAY_MS), to: now };
    const day = { from: new Date(now.getTime() - DAY_MS), to: now };
    const times = await this.observed.of({
      monitors: await this.repository.monitorsOfAll(ids),
      range: month,
      periodsOf: () => [day, month],
      now,
      organizationId: null,
    });
    return times.map(({ monitor: { id }, sums: [ofDay = NOTHING, ofMonth = NOTHING] }) => ({
      id,
      uptime24h: percentOf(ofDay),
      uptime30d: percentOf(ofMonth),
    }));
  }
}
