import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Host } from '@vedette/service-host';
import type { MonitorConfig } from '../config.ts';
import { neededDays, outdatedDays } from './history-days.ts';
import { PartitionRepository, type DailyTable } from './partition.repository.ts';

const KEEP_EVERY_MS = 600_000;
const TABLES: readonly DailyTable[] = ['check_result', 'check_rollup_hour'];

/** Creates the daily partitions of the history ahead of time, and drops those that are past the retention period. */
@Injectable()
export class HistoryKeeper {
  constructor(
    { lifecycle }: Host,
    private readonly partitions: PartitionRepository,
    @Inject(CONFIG) private readonly config: MonitorConfig,
  ) {
    lifecycle.loop('keeping the history', KEEP_EVERY_MS, () => this.keep());
  }

  async keep(now = new Date()): Promise<void> {
    for (const table of TABLES) {
      const days = await this.partitions.days(table);
      for (const day of neededDays(now).filter((needed) => !days.includes(needed))) {
        await this.partitions.add(table, day);
      }
      for (const day of outdatedDays(days, this.config.historyDays, now)) await this.partitions.drop(table, day);
    }
  }
}
