import type { Logger } from '@vedette/telemetry';
import { IN_FLIGHT_MS } from '../attempts/attempt-sender.ts';
import type { DispatchRepository } from '../queue/dispatch.repository.ts';
import type { PendingDeliveries } from '../queue/pending-deliveries.ts';
import { nextStep, type Step } from './next-step.ts';
import type { ScheduledAttempt, TakenFrom } from './scheduled-attempt.ts';
import { sendingPace, type Lane } from './sending-pace.ts';
import type { Slots } from './slots.ts';

/** While attempts are in flight, this is the longest time between two looks for deliveries that became due. */
const LOOK_MS = 1_000;

export interface RunnerParts {
  readonly owner: string;
  readonly concurrency: number;
  readonly slots: Slots;
  readonly repository: DispatchRepository;
  readonly pending: PendingDeliveries;
  readonly attempt: ScheduledAttempt;
  readonly logger: Logger;
}

/**
 * Sends the due deliveries of one endpoint while this replica holds its lease: a few attempts at a time, until nothing
 * is due. `next-step.ts` decides each step.
 */
export class EndpointRunner {
  readonly #id: string;
  readonly #parts: RunnerParts;
  readonly #known;
  /** Deliveries that are taken and not sent yet, the oldest first. */
  #ready: TakenFrom[] = [];
  readonly #unrecorded = new Set<Promise<void>>();
  #hasNews = false;
  #endWait: (() => void) | undefined;

  constructor(id: string, isFailing: boolean, parts: RunnerParts) {
    this.#id = id;
    this.#parts = parts;
    this.#known = {
      isFailing,
      lastDurationMs: null as number | null,
      isStopping: false,
      isChanged: false,
      mayHaveMore: true,
      needsSlot: false,
      inFlight: 0,
    };
  }

  /** Called when something may be due, or when the endpoint has changed since deliveries were last taken. */
  wake(isChanged: boolean): void {
    this.#known.mayHaveMore = true;
    if (isChanged) this.#known.isChanged = true;
    this.#tell();
  }

  /** Starts no more attempts: the lease is lost, or the replica is stopping. */
  stop(): void {
    this.#known.isStopping = true;
    this.#tell();
  }

  /** True if no attempt is in flight or waits to be recorded. */
  get isIdle(): boolean {
    return this.#unrecorded.size === 0 && this.#known.inFlight === 0;
  }

  /** Ends when nothing is due and the endpoint is released. Returns the time at which the endpoint is due next. */
  async run(): Promise<Date | null> {
    try {
      for (;;) {
        const ended = await this.#round();
        if (ended !== undefined) return ended.dueAt;
      }
    } finally {
      await this.#giveBack();
      await Promise.all(this.#unrecorded);
    }
  }

  async #round(): Promise<{ dueAt: Date | null } | undefined> {
    this.#hasNews = false;
    this.#startReady();
    const step = this.#step();
    switch (step.kind) {
      case 'stop':
        return { dueAt: null };
      case 'give-back':
        await this.#giveBack();
        return undefined;
      case 'start': // Everything that can start now has been started.
        return undefined;
      case 'take':
        return (await this.#take(step.limit)) ? undefined : { dueAt: null };
      case 'wait':
        await this.#news();
        return undefined;
      case 'yield':
        return this.#yield();
      case 'release': {
        const released = await this.#parts.repository.release(this.#id, this.#parts.owner);
        if (released === undefined) this.#known.mayHaveMore = true;
        return released;
      }
    }
  }

  #step(): Step {
    const [oldest] = this.#ready;
    return nextStep({
      ...this.#known,
      concurrency: this.#parts.concurrency,
      ready: this.#ready.length,
      oldestReadyMs: oldest === undefined ? 0 : Date.now() - oldest.takenAt,
      unrecorded: this.#unrecorded.size,
    });
  }

  async #yield(): Promise<{ dueAt: null } | undefined> {
    await this.#news();
    this.#startReady();
    if (this.#step().kind !== 'yield') return undefined;
    await this.#giveBack();
    await this.#parts.repository.surrender(this.#parts.owner, [this.#id]);
    return { dueAt: null };
  }

  /** False when this replica no longer holds the lease. */
  async #take(limit: number): Promise<boolean> {
    const { repository, owner, pending } = this.#parts;
    this.#known.mayHaveMore = false;
    const taken = await repository.take(this.#id, owner, limit, IN_FLIGHT_MS);
    if (taken === undefined) return false;
    if (!taken.isEnabled) await pending.end(this.#id);
    this.#known.isFailing = taken.failingSince !== null;
    const takenAt = Date.now();
    for (const delivery of taken.deliveries) {
      this.#ready.push({ endpoint: { id: this.#id, ...taken }, delivery, takenAt });
    }
    if (taken.deliveries.length === limit) this.#known.mayHaveMore = true;
    return true;
  }

  #startReady(): void {
    const { slots } = this.#parts;
    this.#known.needsSlot = false;
    for (let step = this.#step(); step.kind === 'start'; step = this.#step()) {
      if (slots.take(step.lane, 1) === 0) {
        this.#known.needsSlot = true;
        slots.whenFree(this.#onFreeSlot);
        return;
      }
      const next = this.#ready.shift();
      if (next !== undefined) this.#start(next, step.lane);
    }
  }

  #start(taken: TakenFrom, lane: Lane): void {
    this.#known.inFlight += 1;
    const makePlace = (): void => {
      this.#known.inFlight -= 1;
      this.#parts.slots.give(lane, 1);
      this.#startReady();
      this.#tell();
    };
    const whenSent = (durationMs: number): void => {
      this.#known.lastDurationMs = durationMs;
      const { pauseMs } = sendingPace(this.#known, this.#parts.concurrency);
      if (pauseMs === 0) makePlace();
      else setTimeout(makePlace, pauseMs);
    };
    const work = this.#parts.attempt.make(taken, whenSent).finally(() => {
      this.#unrecorded.delete(work);
      this.#tell();
    });
    this.#unrecorded.add(work);
  }

  /** Makes the deliveries that were taken and not sent due again. */
  async #giveBack(): Promise<void> {
    const ids = this.#ready.map(({ delivery }) => delivery.id);
    this.#ready = [];
    this.#known.isChanged = false;
    this.#known.mayHaveMore = true;
    if (ids.length > 0) await this.#parts.repository.giveBack(ids);
  }

  readonly #onFreeSlot = (): boolean => {
    if (this.#known.needsSlot) this.#tell();
    return this.#known.needsSlot;
  };

  #tell(): void {
    this.#hasNews = true;
    this.#endWait?.();
  }

  #news(): Promise<void> {
    if (this.#hasNews) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake(false), LOOK_MS);
      this.#endWait = () => {
        clearTimeout(timer);
        this.#endWait = undefined;
        resolve();
      };
    });
  }
}
