import type { EndpointRun } from './next-step.ts';
import type { ScheduledAttempt, TakenFrom } from './scheduled-attempt.ts';
import { sendingPace, type Lane, type Lately } from './sending-pace.ts';
import type { Slots } from './slots.ts';

export interface AttemptParts {
  /** The most attempts to one endpoint that may be in flight. */
  readonly concurrency: number;
  readonly slots: Slots;
  readonly attempt: ScheduledAttempt;
}

/** The attempts of one endpoint that are in flight or not recorded yet, and the slots that they hold. */
export class EndpointAttempts {
  readonly #parts: AttemptParts;
  readonly #onProgress: () => void;
  readonly #unrecorded = new Set<Promise<void>>();
  #inFlight = 0;
  #lately: Lately;

  /** `onProgress` is called when an attempt gives back its slot, and when it is recorded. */
  constructor(isFailing: boolean, parts: AttemptParts, onProgress: () => void) {
    this.#lately = { isFailing, lastDurationMs: null };
    this.#parts = parts;
    this.#onProgress = onProgress;
  }

  get state(): Lately & Pick<EndpointRun, 'concurrency' | 'freeSlots' | 'inFlight' | 'unrecorded'> {
    const { concurrency, slots } = this.#parts;
    return {
      ...this.#lately,
      concurrency,
      freeSlots: { swift: slots.free('swift'), troubled: slots.free('troubled') },
      inFlight: this.#inFlight,
      unrecorded: this.#unrecorded.size,
    };
  }

  noteHealth(isFailing: boolean): void {
    this.#lately = { ...this.#lately, isFailing };
  }

  start(taken: TakenFrom, lane: Lane): void {
    this.#parts.slots.take(lane, 1);
    this.#inFlight += 1;
    const work = this.#parts.attempt
      .make(taken, (durationMs) => this.#sent(lane, durationMs))
      .finally(() => {
        this.#unrecorded.delete(work);
        this.#onProgress();
      });
    this.#unrecorded.add(work);
  }

  /** Resolves when every attempt is recorded. */
  async recorded(): Promise<void> {
    await Promise.all(this.#unrecorded);
  }

  #sent(lane: Lane, durationMs: number): void {
    this.#lately = { ...this.#lately, lastDurationMs: durationMs };
    const giveSlot = (): void => {
      this.#inFlight -= 1;
      this.#parts.slots.give(lane, 1);
      this.#onProgress();
    };
    const { pauseMs } = sendingPace(this.#lately, this.#parts.concurrency);
    if (pauseMs === 0) giveSlot();
    else setTimeout(giveSlot, pauseMs);
  }
}
