import type { EventType } from '@vedette/contract';
import type { Stage as WindowStage } from '@vedette/status-page/maintenance-window-state';
import type { LineOf } from './script.ts';
import { Process, type SimulatedEvent, type Stage, type Transaction } from './stage.ts';

const TRY_AGAIN_MS = 2_000;
const LOOK_AGAIN_MS = 500;

interface WindowRow {
  readonly id: string;
  readonly monitorIds: string[];
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly recurrence: null;
  stage: WindowStage;
  revision: number;
  isDeleted: boolean;
}

/**
 * Windows, as services/status-page/src/windows/maintenance-window.service.ts and maintenance-window-steps.ts keep them.
 * The notice that precedes the answer of a request is left out: the event carries the same facts, later.
 */
export class MaintenanceService {
  readonly #stage: Stage;
  readonly #process: Process;

  constructor(stage: Stage, publish: (event: SimulatedEvent) => void) {
    this.#stage = stage;
    this.#process = new Process(stage, 'status-page', publish);
  }

  create(line: LineOf<'window'>, monitorId: string): void {
    const { clock, deciders, newId, promises } = this.#stage;
    const times = {
      startsAt: new Date(clock.now + line.startsInMs),
      endsAt: new Date(clock.now + line.startsInMs + line.lastsMs),
      recurrence: null,
    };
    const stage = deciders.initialStage(times, clock.date);
    const window: WindowRow = {
      id: newId('mw'),
      monitorIds: [monitorId],
      ...times,
      stage,
      revision: 1,
      isDeleted: false,
    };
    let isStored = false;
    this.#process.transact((tx) => {
      tx.write(() => {
        isStored = true;
        promises.windowCreated(window.id, monitorId, times);
      });
      this.#announce(tx, 'maintenance.scheduled', window);
    });
    // The client repeats its request. Its idempotency key prevents a second window if the first request was committed.
    if (!isStored) return clock.after(TRY_AGAIN_MS, () => this.create(line, monitorId));
    for (const at of [times.startsAt, times.endsAt]) clock.at(at.getTime(), () => this.#step(window));
    if (line.cancelledInMs !== null) clock.after(line.cancelledInMs, () => this.#cancel(window));
  }

  /** As maintenance-window-clock.ts: starts and ends within two seconds. */
  #step(window: WindowRow): void {
    const { clock, deciders } = this.#stage;
    const steps = window.isDeleted ? [] : deciders.dueSteps(window, window.stage, clock.date);
    if (steps.length === 0) return;
    const lives = this.#process.transact((tx) => {
      for (const { transition, stage } of steps) {
        const revision = window.revision + 1;
        tx.write(() => {
          window.stage = stage;
          window.revision = revision;
        });
        const type = transition.kind === 'STARTED' ? 'maintenance.started' : 'maintenance.ended';
        this.#announce(tx, type, { ...window, stage, revision });
      }
    });
    if (!lives) clock.after(LOOK_AGAIN_MS, () => this.#step(window));
  }

  #cancel(window: WindowRow): void {
    const { clock, promises } = this.#stage;
    if (window.isDeleted || window.stage.state === 'COMPLETED') return;
    const lives = this.#process.transact((tx) => {
      const revision = window.revision + 1;
      tx.write(() => {
        window.isDeleted = true;
        window.revision = revision;
        promises.windowCancelled(window.id);
      });
      this.#announce(tx, 'maintenance.cancelled', { ...window, revision });
    });
    if (!lives) clock.after(TRY_AGAIN_MS, () => this.#cancel(window));
  }

  #announce(tx: Transaction, type: Extract<EventType, `maintenance.${string}`>, window: WindowRow): void {
    const { clock, deciders } = this.#stage;
    const isCancelled = type === 'maintenance.cancelled';
    const occurrences = isCancelled ? [] : deciders.plannedOccurrences(window, window.stage);
    const facts = {
      revision: window.revision,
      monitorIds: window.monitorIds,
      occurrences: occurrences.map(({ startsAt, endsAt }) => ({
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
      })),
    };
    const monitorId = window.monitorIds[0] ?? '';
    tx.tell({ type, monitorId, window: { windowId: window.id, at: clock.date, isCancelled, facts } });
  }
}
