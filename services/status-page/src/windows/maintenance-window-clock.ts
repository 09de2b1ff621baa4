import { Injectable } from '@nestjs/common';
import { inParts, isAboutData, pauseUntilDue, type BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { MaintenanceWindowRepository } from './maintenance-window.repository.ts';
import type { StoredWindow } from './maintenance-window-state.ts';
import { PageVersionRepository } from '../page-version.repository.ts';
import { StatusPageMutations, type Transaction } from '../mutations.ts';
import { MaintenanceWindowSteps } from './maintenance-window-steps.ts';

/** Starts and ends must take effect, and their events be sent, within the promised 2 s. */
const PAUSES = { shortestMs: 100, longestMs: 1_000 };
const BATCH = 200;
/** A window that cannot start or end because of its data is tried again after this time. */
const RETRY_MS = 60_000;

/**
 * Starts and ends windows on time. Any number of replicas share the work; a row lock keeps each window to one replica.
 */
@Injectable()
export class MaintenanceWindowClock {
  readonly #transitions;
  readonly #logger: Host['logger'];
  readonly #loop: BackgroundLoop;
  /** When the next window starts or ends, as the last look found it. */
  #nextAt: Date | null = null;
  /** Windows that failed because of their data, with the time of the next try. */
  readonly #retryAt = new Map<string, number>();

  constructor(
    { lifecycle, logger, metrics }: Host,
    private readonly mutations: StatusPageMutations,
    private readonly windows: MaintenanceWindowRepository,
    private readonly steps: MaintenanceWindowSteps,
    private readonly versions: PageVersionRepository,
  ) {
    this.#logger = logger;
    this.#transitions = metrics.counter('maintenance_windows_moved_total', 'Maintenance windows that started or ended');
    const pauseMs = (): number => pauseUntilDue(this.#nextAt, new Date(), PAUSES);
    this.#loop = lifecycle.loop('maintenance windows', pauseMs, () => this.#look());
  }

  /** Called after a commit that planned starts or ends. */
  wake(): void {
    this.#loop.wake();
  }

  async moveAll(now = new Date()): Promise<void> {
    // Batches keep each transaction short.
    while ((await this.#moveBatch(now)) === BATCH);
  }

  /** For callers that are about to show states: carries out due starts and ends first. */
  async settle(organizationId: string, now = new Date()): Promise<void> {
    if (!(await this.windows.hasDue(organizationId, now))) return;
    await this.#move(now, (tx) => this.windows.lockDueOf(tx, organizationId, now)).catch((error: unknown) =>
      this.#moveApart(now, error, organizationId),
    );
  }

  /** Costs one statement, because most looks find nothing. */
  async #look(): Promise<void> {
    this.#nextAt = await this.windows.nextTransitionAt(this.#failedWindows());
    if (this.#nextAt !== null && this.#nextAt <= new Date()) await this.moveAll();
  }

  #moveBatch(now: Date): Promise<number> {
    const lock = (tx: Transaction): Promise<StoredWindow[]> =>
      this.windows.lockDue(tx, now, BATCH, this.#failedWindows());
    return this.#move(now, lock).catch((error: unknown) => this.#moveApart(now, error));
  }

  /** Moves due windows in parts, so that a window whose data make it fail does not hold up the others. */
  async #moveApart(now: Date, error: unknown, organizationId?: string): Promise<number> {
    if (!isAboutData(error)) throw error;
    const ids = await this.windows.dueIds(now, BATCH, this.#failedWindows(), organizationId);
    await inParts(
      ids,
      (part) => this.#move(now, (tx) => this.windows.lockDueAmong(tx, now, part)),
      (windowId, reason) => {
        this.#retryAt.set(windowId, Date.now() + RETRY_MS);
        this.#logger.error(
          { error: reason, windowId },
          'a maintenance window could not start or end; it is tried again',
        );
      },
    );
    return ids.length;
  }

  #failedWindows(): string[] {
    for (const [id, at] of this.#retryAt) if (at <= Date.now()) this.#retryAt.delete(id);
    return [...this.#retryAt.keys()];
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
