import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { StatusPageMutations } from '../mutations.ts';
import { MaintenanceWindowHistoryRepository } from './maintenance-window-history.repository.ts';
import { MaintenanceWindowRepository } from './maintenance-window.repository.ts';

const EVERY_MS = 3_600_000;
const LOOK_BACK_MS = 24 * 3_600_000;
const BATCH = 500;

/**
 * Merges the maintenance that replicas of a version without merged maintenance have recorded, during a rollout. Later, there
 * is nothing to do.
 */
@Injectable()
export class MaintenanceMerger {
  readonly #logger: Host['logger'];

  constructor(
    { lifecycle, logger }: Host,
    private readonly mutations: StatusPageMutations,
    private readonly history: MaintenanceWindowHistoryRepository,
    private readonly windows: MaintenanceWindowRepository,
  ) {
    this.#logger = logger;
    lifecycle.loop('merging maintenance', EVERY_MS, () => this.mergeAll());
  }

  async mergeAll(): Promise<void> {
    const since = new Date(Date.now() - LOOK_BACK_MS);
    let batch = await this.history.unmerged(since, '', BATCH);
    for (let last = batch.at(-1); last !== undefined; last = batch.at(-1)) {
      for (const [organizationId, monitors] of Map.groupBy(batch, (monitor) => monitor.organizationId)) {
        const ids = monitors.map(({ id }) => id);
        await this.#merge(organizationId, ids, since).catch((error: unknown) =>
          this.#logger.error({ error, organizationId }, 'maintenance could not be merged; it is tried again'),
        );
      }
      batch = await this.history.unmerged(since, last.id, BATCH);
    }
  }

  #merge(organizationId: string, monitorIds: readonly string[], since: Date): Promise<void> {
    return this.mutations.run(async (tx) => {
      await this.windows.lockOrganization(tx, organizationId);
      await this.history.merge(tx, monitorIds, since);
    });
  }
}
