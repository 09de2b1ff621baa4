import { Injectable } from '@nestjs/common';
import { inParts, pauseUntilDue, type BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { MaintenanceWindowRepository, type DueWindow } from './maintenance-window.repository.ts';
import { PageVersionRepository } from '../page-version.repository.ts';
import { StatusPageMutations, type Transaction } from '../mutations.ts';
import { MaintenanceWindowSteps } from './maintenance-window-steps.ts';

/** Starts and ends must take effect, and their events be sent, within the promised 2 s. */
const PAUSES = { shortestMs: 100, longestMs: 1_000 };
/** With their monitors, 500 at most each, a transaction of a fraction of a second. */
const BATCH = 20;
/** A window that cannot start or end because of its data is tried again after this time. */
const RETRY_MS = 60_000;

interface Wanted {
  /** Windows to leave alone. */
  readonly except: readonly string[];
  /** Undefined: those of all organizations. */
  readonly organizationId?: string;
}

type Lock = (tx: Transaction, due: readonly DueWindow[]) => Promise<readonly DueWindow[]>;

/**
 * Starts and ends windows on time. Any number of replicas share the work; a lock keeps each organization to one replica.
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

  async moveAll(now?: Date): Promise<void> {
    const free = async (tx: Transaction, due: readonly DueWindow[]): Promise<DueWindow[]> => {
      const organizations = new Set(due.map(({ organizationId }) => organizationId));
      const locked = await this.windows.lockFree(tx, [...organizations]);
      // The others change their windows themselves at this moment, and a later look finds those.
      return due.filter(({ organizationId }) => locked.has(organizationId));
    };
    await this.#moveDue(() => now ?? new Date(), { except: this.#failedWindows() }, free);
  }

  /** For callers that are about to show states: carries out due starts and ends first. */
  async settle(organizationId: string, now = new Date()): Promise<void> {
    await this.#moveDue(
      () => now,
      { except: [], organizationId },
      async (tx, due) => {
        await this.windows.lockOrganization(tx, organizationId);
        return due;
      },
    );
  }

  /** Costs one statement, because most looks find nothing. */
  async #look(): Promise<void> {
    this.#nextAt = await this.windows.nextTransitionAt(this.#failedWindows());
    if (this.#nextAt !== null && this.#nextAt <= new Date()) await this.moveAll();
  }

  /** `lock` locks organizations and returns those of the windows that belong to them. Batches keep transactions short. */
  async #moveDue(nowOf: () => Date, { except, organizationId }: Wanted, lock: Lock): Promise<void> {
    const tried = [...except];
    for (;;) {
      const now = nowOf();
      const due = await this.windows.due(now, BATCH, tried, organizationId);
      if (due.length === 0) return;
      const moved = new Set<string>();
      // A window whose data make it fail does not hold up the others.
      await inParts(
        due,
        async (part) => {
          for (const id of await this.#move(now, part, lock)) moved.add(id);
        },
        ({ id: windowId }, error) => {
          this.#retryAt.set(windowId, Date.now() + RETRY_MS);
          this.#logger.error({ error, windowId }, 'a maintenance window could not start or end; it is tried again');
        },
      );
      tried.push(...due.flatMap(({ id }) => (moved.has(id) ? [] : [id])));
    }
  }

  #failedWindows(): string[] {
    for (const [id, at] of this.#retryAt) if (at <= Date.now()) this.#retryAt.delete(id);
    return [...this.#retryAt.keys()];
  }

  /** Returns the windows that have started or ended. */
  async #move(now: Date, due: readonly DueWindow[], lock: Lock): Promise<string[]> {
    const moved = await this.mutations.run(async (tx, mutation) => {
      const locked = await lock(tx, due);
      const windows = await this.windows.lockDue(
        tx,
        now,
        locked.map(({ id }) => id),
      );
      await this.steps.takeAll(tx, mutation, windows, now);
      const monitorIds = windows.flatMap((window) => window.monitorIds);
      const pageIds = windows.flatMap((window) => window.pageIds);
      if (windows.length > 0) await this.versions.touchWith(tx, mutation, monitorIds, pageIds);
      return windows.map(({ id }) => id);
    });
    this.#transitions.inc(moved.length);
    return moved;
  }
}
