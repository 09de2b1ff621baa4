import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { MaintenanceWindowRepository } from './maintenance-window.repository.ts';
import type { StoredWindow } from './maintenance-window-state.ts';
import { PageVersionRepository } from '../page-version.repository.ts';
import { StatusPageMutations, type Transaction } from '../mutations.ts';
import { MaintenanceWindowSteps } from './maintenance-window-steps.ts';

/** Starts and ends must take effect, and their events be sent, within the promised 2 s. */
const LOOK_EVERY_MS = 250;
const BATCH = 200;

/**
 * Starts and ends windows on time. Any number of replicas share the work; a row lock keeps each window to one replica.
 */
@Injectable()
export class MaintenanceWindowClock {
  readonly #transitions;

  constructor(
    { lifecycle, metrics }: Host,
    private readonly mutations: StatusPageMutations,
    private readonly windows: MaintenanceWindowRepository,
    private readonly steps: MaintenanceWindowSteps,
    private readonly versions: PageVersionRepository,
  ) {
    this.#transitions = metrics.counter('maintenance_windows_moved_total', 'Maintenance windows that started or ended');
    lifecycle.loop('maintenance windows', LOOK_EVERY_MS, () => this.moveAll());
  }

  async moveAll(now = new Date()): Promise<void> {
    // Batches keep each transaction short.
    while ((await this.#move(now, (tx) => this.windows.lockDue(tx, now, BATCH))) === BATCH);
  }

  /** For callers that are about to show states: carries out due starts and ends first. */
  async settle(organizationId: string, now = new Date()): Promise<void> {
    if (!(await this.windows.hasDue(organizationId, now))) return;
    await this.#move(now, (tx) => this.windows.lockDueOf(tx, organizationId, now));
  }

  async #move(now: Date, lock: (tx: Transaction) => Promise<StoredWindow[]>): Promise<number> {
    const moved = await this.mutations.run(async (tx) => {
      const windows = await lock(tx);
      await this.steps.takeAll(tx, windows, now);
      const monitorIds = windows.flatMap((window) => window.monitorIds);
      const pageIds = windows.flatMap((window) => window.pageIds);
      if (windows.length > 0) await this.versions.touchWith(tx, monitorIds, pageIds);
      return windows.length;
    });
    this.#transitions.inc(moved);
    return moved;
  }
}
