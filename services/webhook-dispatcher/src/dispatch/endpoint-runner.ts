import { newId } from '@vedette/contract';
import type { Logger } from '@vedette/telemetry';
import { IN_FLIGHT_MS, type AttemptSender } from '../attempt-sender.ts';
import { deliveryOutcome } from '../delivery-outcome.ts';
import type { AttemptRecorder } from './attempt-recorder.ts';
import type { DispatchRepository, Taken, TakenDelivery } from './dispatch.repository.ts';
import type { PendingDeliveries } from './pending-deliveries.ts';
import type { Lane, Slots } from './slots.ts';

/** While attempts are in flight, what becomes due beside them is looked for this often, if no signal comes earlier. */
const LOOK_MS = 1_000;
/** An endpoint whose attempts take longer holds slots that others could use many times over. */
const SLOW_MS = 1_000;

export interface RunnerParts {
  readonly owner: string;
  readonly concurrency: number;
  readonly slots: Slots;
  readonly repository: DispatchRepository;
  readonly pending: PendingDeliveries;
  readonly sender: AttemptSender;
  readonly recorder: AttemptRecorder;
  readonly logger: Logger;
}

/** Sends what one endpoint has due, as long as its lease is ours: a few attempts at a time, until nothing is due. */
export class EndpointRunner {
  readonly #id: string;
  readonly #parts: RunnerParts;
  readonly #inFlight = new Set<Promise<void>>();
  #lane: Lane;
  #isSlow = false;
  #isStopping = false;
  /** As far as we know, something that is not in flight is due. */
  #mayHaveMore = true;
  #needsSlot = false;
  #hasNews = false;
  #endWait: (() => void) | undefined;

  constructor(id: string, isFailing: boolean, parts: RunnerParts) {
    this.#id = id;
    this.#parts = parts;
    this.#lane = isFailing ? 'troubled' : 'swift';
  }

  /** Something may be due. */
  wake(): void {
    this.#mayHaveMore = true;
    this.#tell();
  }

  /** Starts no more attempts: the lease is lost, or the replica is stopping. */
  stop(): void {
    this.#isStopping = true;
    this.#tell();
  }

  /** Ends when nothing is due any more and the endpoint is released, with the time at which it is due next. */
  async run(): Promise<Date | null> {
    try {
      while (!this.#isStopping) {
        this.#hasNews = false;
        const granted = this.#grant();
        if (granted > 0) {
          // oxlint-disable-next-line no-await-in-loop -- a loop that reads top to bottom
          if (!(await this.#take(granted))) return null;
        } else if (this.#inFlight.size === 0 && !this.#needsSlot) {
          // oxlint-disable-next-line no-await-in-loop
          const released = await this.#parts.repository.release(this.#id, this.#parts.owner);
          if (released !== undefined) return released.dueAt;
          this.#mayHaveMore = true;
        } else {
          // oxlint-disable-next-line no-await-in-loop
          await this.#wait();
        }
      }
      return null;
    } finally {
      await Promise.all(this.#inFlight);
    }
  }

  /** Slots for what may be due; 0 when there is nothing to do with one, or none to be had. */
  #grant(): number {
    const wanted = this.#mayHaveMore ? this.#parts.concurrency - this.#inFlight.size : 0;
    const granted = this.#parts.slots.take(this.#lane, wanted);
    this.#needsSlot = granted === 0 && wanted > 0;
    if (this.#needsSlot) this.#parts.slots.whenFree(this.#onFreeSlot);
    return granted;
  }

  /** Starts attempts of as many deliveries as are due. False when the lease is not ours any more. */
  async #take(granted: number): Promise<boolean> {
    const { repository, slots, owner, pending } = this.#parts;
    const lane = this.#lane;
    this.#mayHaveMore = false;
    let taken: Taken | undefined;
    try {
      taken = await repository.take(this.#id, owner, granted, IN_FLIGHT_MS);
    } finally {
      slots.give(lane, granted - (taken?.deliveries.length ?? 0));
    }
    if (taken === undefined) return false;
    if (!taken.isEnabled) await pending.end(this.#id);
    this.#lane = taken.failingSince !== null || this.#isSlow ? 'troubled' : 'swift';
    for (const delivery of taken.deliveries) this.#start(taken, delivery, lane);
    if (taken.deliveries.length === granted) this.#mayHaveMore = true;
    return true;
  }

  #start(endpoint: Taken, delivery: TakenDelivery, lane: Lane): void {
    const attempt = this.#attempt(endpoint, delivery)
      .catch((error: unknown) => {
        this.#parts.logger.error({ error, deliveryId: delivery.id }, 'an attempt came to nothing; it is made again');
      })
      .finally(() => {
        this.#inFlight.delete(attempt);
        this.#parts.slots.give(lane, 1);
        this.#tell();
      });
    this.#inFlight.add(attempt);
  }

  async #attempt(endpoint: Taken, { id, eventId, body, scheduledAttempts, createdAt }: TakenDelivery): Promise<void> {
    const { sender, recorder } = this.#parts;
    const { url, secrets, failingSince } = endpoint;
    const result = await sender.send({ id: this.#id, url, secrets }, { id: eventId, body });
    this.#isSlow = result.durationMs > SLOW_MS;
    const outcome = deliveryOutcome({
      trigger: 'SCHEDULED',
      scheduledNumber: scheduledAttempts + 1,
      status: result.responseStatus,
      isComplete: result.isComplete,
      retryAfterMs: result.retryAfterMs,
      endedAt: result.endedAt,
      failingSince,
      random: Math.random(),
    });
    const attempt = { id: newId('wa'), deliveryId: id, endpointId: this.#id, trigger: 'SCHEDULED' as const };
    await recorder.record({ ...attempt, ...result, outcome }, createdAt);
  }

  readonly #onFreeSlot = (): boolean => {
    if (this.#needsSlot) this.#tell();
    return this.#needsSlot;
  };

  #tell(): void {
    this.#hasNews = true;
    this.#endWait?.();
  }

  #wait(): Promise<void> {
    if (this.#hasNews) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake(), LOOK_MS);
      this.#endWait = () => {
        clearTimeout(timer);
        this.#endWait = undefined;
        resolve();
      };
    });
  }
}
