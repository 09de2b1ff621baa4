import { Injectable } from '@nestjs/common';
import type { CheckJob, CheckTarget } from '@vedette/contract';
import type { Connection } from '@vedette/database';
import { Host } from '@vedette/service-host';
import { MonitorSecrets } from '../views/monitor-secrets.ts';
import { slotToRun } from './check-slots.ts';
import { targetOf } from './job-target.ts';
import { ScheduleRepository, type ClaimedMonitor } from './schedule.repository.ts';

/** Makes the jobs of claimed checks. */
@Injectable()
export class JobMaker {
  constructor(
    private readonly host: Host,
    private readonly schedule: ScheduleRepository,
    private readonly secrets: MonitorSecrets,
  ) {}

  /** Runs in the transaction of the claim. */
  async of(connection: Connection, rows: readonly ClaimedMonitor[], now: Date): Promise<CheckJob[]> {
    const moved: { id: string; slotAt: Date }[] = [];
    const jobs = rows.flatMap((row): CheckJob[] => {
      const { id: monitorId, organizationId, epoch } = row;
      const slotAt = slotToRun({ monitorId, intervalSeconds: row.intervalSeconds }, row.slotAt, now);
      if (slotAt > row.slotAt) moved.push({ id: monitorId, slotAt });
      const target = this.#targetOf(row, now);
      return target === undefined ? [] : [{ organizationId, monitorId, epoch, slotAt: slotAt.toISOString(), target }];
    });
    await this.schedule.moveSlots(connection, moved);
    return jobs;
  }

  /** One monitor that cannot be checked must not block the others. */
  #targetOf(row: ClaimedMonitor, now: Date): CheckTarget | undefined {
    try {
      return targetOf(row, this.secrets.open(row.id, row), now) ?? undefined;
    } catch (error) {
      this.host.logger.error({ error, monitorId: row.id }, 'a monitor cannot be checked');
      return undefined;
    }
  }
}
