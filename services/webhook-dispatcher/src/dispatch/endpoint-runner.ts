import { IN_FLIGHT_MS } from '../attempts/attempt-sender.ts';
import type { DispatchRepository } from '../queue/dispatch.repository.ts';
import type { PendingDeliveries } from '../queue/pending-deliveries.ts';
import { EndpointAttempts, type AttemptParts } from './endpoint-attempts.ts';
import { nextStep, type Step } from './next-step.ts';
import type { TakenFrom } from './scheduled-attempt.ts';

/** While attempts are in flight, this is the longest time between two looks for deliveries that became due. */
const LOOK_MS = 1_000;

export interface RunnerParts extends AttemptParts {
  readonly owner: string;
  readonly repository: DispatchRepository;
  readonly pending: PendingDeliveries;
}

/** What follows when everything that can start has started. */
type LaterStep = Exclude<Step, { kind: 'start' }>;

/** The end of a run; `dueAt` is null if this replica knows no time at which the endpoint is due next. */
interface RunEnd {
  readonly dueAt: Date | null;
}

const ENDED: RunEnd = { dueAt: null };

/**
 * Sends the due deliveries of one endpoint while this replica holds its lease: a few attempts at a time, until nothing
 * is due. `next-step.ts` decides each step.
 */
export class EndpointRunner {
  readonly #id: string;
  readonly #parts: RunnerParts;
  readonly #attempts: EndpointAttempts;
  /** Deliveries that are taken and not sent yet, the oldest first. */
  #ready: TakenFrom[] = [];
  readonly #known = { isStopping: false, isChanged: false, mayHaveMore: true };
  /** Resolves when something has happened that may change the next step. */
  #changed = Promise.withResolvers<void>();

  constructor(id: string, isFailing: boolean, parts: RunnerParts) {
    this.#id = id;
    this.#parts = parts;
    this.#attempts = new EndpointAttempts(isFailing, parts, () => {
      if (this.#startReady().kind !== 'wait') this.#signalChange();
    });
  }

  /** Called when something may be due, or when the endpoint has changed since deliveries were last taken. */
  wake(isChanged: boolean): void {
    this.#known.mayHaveMore = true;
    this.#known.isChanged ||= isChanged;
    this.#signalChange();
  }

  /** Starts no more attempts: the lease is lost, or the replica is stopping. */
  stop(): void {
    this.#known.isStopping = true;
    this.#signalChange();
  }

  /** True if no attempt is in flight or waits to be recorded. */
  get isIdle(): boolean {
    const { inFlight, unrecorded } = this.#attempts.state;
    return inFlight === 0 && unrecorded === 0;
  }

  /** Ends when nothing is due and the endpoint is released. Returns the time at which the endpoint is due next. */
  async run(): Promise<Date | null> {
    try {
      for (;;) {
        const changed = this.#changed.promise;
        const end = await this.#carryOut(this.#startReady(), changed);
        if (end !== undefined) return end.dueAt;
      }
    } finally {
      await this.#giveBack();
      await this.#attempts.recorded();
    }
  }

  async #carryOut(step: LaterStep, changed: Promise<void>): Promise<RunEnd | undefined> {
    const { repository, owner } = this.#parts;
    switch (step.kind) {
      case 'stop':
        return ENDED;
      case 'give-back':
        await this.#giveBack();
        return undefined;
      case 'take':
        return this.#take(step.limit);
      case 'wait':
        await this.#wait(changed);
        return undefined;
      case 'yield':
        await this.#wait(changed);
        if (this.#startReady().kind !== 'yield') return undefined;
        await this.#giveBack();
        await repository.surrender(owner, [this.#id]);
        return ENDED;
      case 'release': {
        const released = await repository.release(this.#id, owner);
        this.#known.mayHaveMore ||= released === undefined;
        return released;
      }
    }
  }

  /** Ends the run when this replica no longer holds the lease. */
  async #take(limit: number): Promise<RunEnd | undefined> {
    const { repository, owner, pending } = this.#parts;
    this.#known.mayHaveMore = false;
    const taken = await repository.take(this.#id, owner, limit, IN_FLIGHT_MS);
    if (taken === undefined) return ENDED;
    if (!taken.isEnabled) await pending.end(this.#id);
    this.#attempts.setHealth(taken.failingSince !== null);
    const [endpoint, takenAt] = [{ id: this.#id, ...taken }, Date.now()];
    for (const delivery of taken.deliveries) this.#ready.push({ endpoint, delivery, takenAt });
    this.#known.mayHaveMore ||= taken.deliveries.length === limit;
    return undefined;
  }

  /** Makes the deliveries that were taken and not sent due again. */
  async #giveBack(): Promise<void> {
    const ids = this.#ready.map(({ delivery }) => delivery.id);
    this.#ready = [];
    this.#known.isChanged = false;
    this.#known.mayHaveMore = true;
    if (ids.length > 0) await this.#parts.repository.giveBack(ids);
  }

  /** Starts attempts as long as that is the next step; returns the step that follows. */
  #startReady(): LaterStep {
    let step = this.#nextStep();
    while (step.kind === 'start') {
      const next = this.#ready.shift();
      if (next !== undefined) this.#attempts.start(next, step.lane);
      step = this.#nextStep();
    }
    if (this.#ready.length > 0) this.#parts.places.whenFree(this.#onFreePlace);
    return step;
  }

  #nextStep(): Step {
    const [oldest] = this.#ready;
    const oldestReadyMs = oldest === undefined ? 0 : Date.now() - oldest.takenAt;
    return nextStep({ ...this.#known, ...this.#attempts.state, ready: this.#ready.length, oldestReadyMs });
  }

  /** Looks again in any case: if the free place is not for this endpoint, it waits for the next one. */
  readonly #onFreePlace = (): boolean => {
    this.#signalChange();
    return this.#nextStep().kind === 'start';
  };

  #signalChange(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async #wait(changed: Promise<void>): Promise<void> {
    const look = setTimeout(() => this.wake(false), LOOK_MS);
    await changed;
    clearTimeout(look);
  }
}
