import type { Logger } from '@vedette/telemetry';
import { IN_FLIGHT_MS } from '../attempts/attempt-sender.ts';
import { sendingPace, type Lane, type Pace } from './sending-pace.ts';
import type { DispatchRepository } from '../queue/dispatch.repository.ts';
import type { PendingDeliveries } from '../queue/pending-deliveries.ts';
import type { ScheduledAttempt, TakenFrom } from './scheduled-attempt.ts';
import type { Slots } from './slots.ts';

/** While attempts are in flight, what becomes due beside them is looked for this often, if no signal comes earlier. */
const LOOK_MS = 1_000;
/** What was taken ahead and could not be sent in this time is given back. */
const STALE_MS = 3_000;
/** Attempts that were made and are not written down yet, for each that may be in flight. */
const UNRECORDED = 5;

export interface RunnerParts {
  readonly owner: string;
  readonly concurrency: number;
  readonly slots: Slots;
  readonly repository: DispatchRepository;
  readonly pending: PendingDeliveries;
  readonly attempt: ScheduledAttempt;
  readonly logger: Logger;
}

/** Sends what one endpoint has due, as long as its lease is ours: a few attempts at a time, until nothing is due. */
export class EndpointRunner {
  readonly #id: string;
  readonly #parts: RunnerParts;
  /** Taken and not yet sent, the oldest first. */
  #ready: TakenFrom[] = [];
  readonly #unrecorded = new Set<Promise<void>>();
  #inFlight = 0;
  #isFailing: boolean;
  #lastDurationMs: number | null = null;
  #isStopping = false;
  #isChanged = false;
  /** As far as we know, something that was not taken is due. */
  #mayHaveMore = true;
  #needsSlot = false;
  #hasNews = false;
  #endWait: (() => void) | undefined;

  constructor(id: string, isFailing: boolean, parts: RunnerParts) {
    this.#id = id;
    this.#parts = parts;
    this.#isFailing = isFailing;
  }

  /** Something may be due; or the endpoint itself is not what it was when deliveries were last taken. */
  wake(isChanged: boolean): void {
    this.#mayHaveMore = true;
    if (isChanged) this.#isChanged = true;
    this.#tell();
  }

  /** Starts no more attempts: the lease is lost, or the replica is stopping. */
  stop(): void {
    this.#isStopping = true;
    this.#tell();
  }

  /** It has nothing on the wire, nor to write down. */
  get isIdle(): boolean {
    return this.#unrecorded.size === 0 && this.#inFlight === 0;
  }

  /** Ends when nothing is due any more and the endpoint is released, with the time at which it is due next. */
  async run(): Promise<Date | null> {
    try {
      while (!this.#isStopping) {
        const ended = await this.#round();
        if (ended !== undefined) return ended.dueAt;
      }
      return null;
    } finally {
      await this.#giveBack();
      await Promise.all(this.#unrecorded);
    }
  }

  async #round(): Promise<{ dueAt: Date | null } | undefined> {
    this.#hasNews = false;
    if (this.#isChanged || this.#isStale()) await this.#giveBack();
    this.#startReady();
    const wanted = this.#wanted();
    if (wanted > 0) return (await this.#take(wanted)) ? undefined : { dueAt: null };
    if (this.isIdle && this.#needsSlot) return this.#yield();
    if (this.#ready.length > 0 || this.#unrecorded.size > 0 || this.#inFlight > 0) {
      await this.#news();
      return undefined;
    }
    const released = await this.#parts.repository.release(this.#id, this.#parts.owner);
    if (released === undefined) this.#mayHaveMore = true;
    return released;
  }

  /** There is no slot for it here; other replicas may have some. */
  async #yield(): Promise<{ dueAt: null } | undefined> {
    await this.#news();
    this.#startReady();
    if (!this.#needsSlot || !this.isIdle) return undefined;
    await this.#giveBack();
    await this.#parts.repository.surrender(this.#parts.owner, [this.#id]);
    return { dueAt: null };
  }

  get #pace(): Pace {
    return sendingPace({ isFailing: this.#isFailing, lastDurationMs: this.#lastDurationMs }, this.#parts.concurrency);
  }

  /** How many deliveries to take now. */
  #wanted(): number {
    if (!this.#mayHaveMore || this.#needsSlot || this.#isBehind()) return 0;
    const { atOnce, ahead } = this.#pace;
    const room = atOnce + ahead - this.#inFlight - this.#ready.length;
    // Half of what is taken ahead is used up before the next statement: fewer and larger ones.
    return room > ahead / 2 ? room : 0;
  }

  /** What was sent cannot be written down as fast. */
  #isBehind(): boolean {
    return this.#unrecorded.size - this.#inFlight > UNRECORDED * this.#parts.concurrency;
  }

  /** False when the lease is not ours any more. */
  async #take(limit: number): Promise<boolean> {
    const { repository, owner, pending } = this.#parts;
    this.#mayHaveMore = false;
    const taken = await repository.take(this.#id, owner, limit, IN_FLIGHT_MS);
    if (taken === undefined) return false;
    if (!taken.isEnabled) await pending.end(this.#id);
    this.#isFailing = taken.failingSince !== null;
    const takenAt = Date.now();
    for (const delivery of taken.deliveries) {
      this.#ready.push({ endpoint: { id: this.#id, ...taken }, delivery, takenAt });
    }
    if (taken.deliveries.length === limit) this.#mayHaveMore = true;
    this.#startReady();
    return true;
  }

  #startReady(): void {
    const { slots } = this.#parts;
    const { lane, atOnce } = this.#pace;
    this.#needsSlot = false;
    while (this.#ready.length > 0 && this.#inFlight < atOnce && !this.#isStopping && !this.#isBehind()) {
      if (slots.take(lane, 1) === 0) {
        this.#needsSlot = true;
        slots.whenFree(this.#onFreeSlot);
        return;
      }
      const next = this.#ready.shift();
      if (next !== undefined) this.#start(next, lane);
    }
  }

  #start(taken: TakenFrom, lane: Lane): void {
    this.#inFlight += 1;
    const makePlace = (): void => {
      this.#inFlight -= 1;
      this.#parts.slots.give(lane, 1);
      if (!this.#isChanged) this.#startReady();
      this.#tell();
    };
    const whenSent = (durationMs: number): void => {
      this.#lastDurationMs = durationMs;
      const { pauseMs } = this.#pace;
      if (pauseMs === 0) makePlace();
      else setTimeout(makePlace, pauseMs);
    };
    const work = this.#parts.attempt.make(taken, whenSent).finally(() => {
      this.#unrecorded.delete(work);
      this.#tell();
    });
    this.#unrecorded.add(work);
  }

  #isStale(): boolean {
    const [oldest] = this.#ready;
    return oldest !== undefined && Date.now() - oldest.takenAt > STALE_MS;
  }

  /** Whatever was taken and not sent is due again. */
  async #giveBack(): Promise<void> {
    const ids = this.#ready.map(({ delivery }) => delivery.id);
    this.#ready = [];
    this.#isChanged = false;
    this.#mayHaveMore = true;
    if (ids.length > 0) await this.#parts.repository.giveBack(ids);
  }

  readonly #onFreeSlot = (): boolean => {
    if (this.#needsSlot) this.#tell();
    return this.#needsSlot;
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
