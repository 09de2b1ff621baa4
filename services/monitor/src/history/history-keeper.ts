import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Host } from '@vedette/service-host';
import type { MonitorConfig } from '../config.ts';
import { CheckWorkerRepository } from './check-worker.repository.ts';
import { neededPartitions, outdatedPartitions } from './history-partitions.ts';
import { PARTITION_LENGTHS, PartitionRepository, type PartitionedTable } from './partition.repository.ts';
import { KEPT_DAYS } from './state-keeper.ts';

const KEEP_EVERY_MS = 600_000;

/**
 * Creates the partitions of the history ahead of time, and drops those that are past the retention period, with the
 * workers that no check refers to any more.
 */
@Injectable()
export class HistoryKeeper {
  constructor(
    { lifecycle, logger }: Host,
    private readonly partitions: PartitionRepository,
    private readonly workers: CheckWorkerRepository,
    @Inject(CONFIG) private readonly config: MonitorConfig,
  ) {
    // A new database has no partitions, and the entrances, which start after this, store results in them.
    lifecycle.add('loops', {
      start: () => this.keep().catch((error: unknown) => logger.warn({ error }, 'the history is kept a little later')),
      stop: () => undefined,
    });
    lifecycle.loop('keeping the history', KEEP_EVERY_MS, () => this.keep());
  }

  async keep(now = new Date()): Promise<void> {
    await this.#keep('check_result', this.config.historyDays, now);
    await this.#keep('check_rollup_hour', KEPT_DAYS, now);
    await this.workers.tidy(this.config.historyDays);
  }

  async #keep(table: PartitionedTable, keptDays: number, now: Date): Promise<void> {
    const names = await this.partitions.names(table);
    for (const name of neededPartitions(PARTITION_LENGTHS[table], now)) {
      if (!names.includes(name)) await this.partitions.add(table, name);
    }
    for (const name of outdatedPartitions(names, keptDays, now)) await this.partitions.drop(table, name);
  }
}
