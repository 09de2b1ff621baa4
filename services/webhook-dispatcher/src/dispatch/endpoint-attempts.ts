import type { EndpointRun } from './next-step.ts';
import type { ScheduledAttempt, TakenFrom } from './scheduled-attempt.ts';
import { sendingPace, type Lane, type Lately } from './sending-pace.ts';
import type { AttemptPlaces } from './attempt-places.ts';

export interface AttemptParts {
  /** The most attempts to one endpoint that may be in flight. */
  readonly concurrency: number;
  readonly places: AttemptPlaces;
  readonly attempt: ScheduledAttempt;
}

/** The attempts of one endpoint that are in flight or not recorded yet, and the places that they hold. */
export class EndpointAttempts {
  readonly #parts: AttemptParts;
  readonly #onProgress: () => void;
  readonly #unrecorded = new Set<Promise<void>>();
  #inFlight = 0;
  #lately: Lately;

  /** `onProgress` is called when an attempt gives back its place, and when it is recorded. */
  constructor(isFailing: boolean, parts: AttemptParts, onProgress: () => void) {
    this.#lately = { isFailing, lastDurationMs: null };
    this.#parts = parts;
    this.#onProgress = onProgress;
  }

  get state(): Lately & Pick<EndpointRun, 'concurrency' | 'freePlaces' | 'inFlight' | 'unrecorded'> {
    const { concurrency, places } = this.#parts;
    return {
      ...this.#lately,
      concurrency,
      freePlaces: { swift: places.free('swift'), troubled: places.free('troubled') },
      inFlight: this.#inFlight,
      unrecorded: this.#unrecorded.size,
    };
  }

  setHealth(isFailing: boolean): void {
    this.#lately = { ...this.#lately, isFailing };
  }

  start(taken: TakenFrom, lane: Lane): void {
    this.#parts.places.take(lane);
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
    const givePlace = (): void => {
      this.#inFlight -= 1;
      this.#parts.places.give(lane);
      this.#onProgress();
    };
    const { pauseMs } = sendingPace(this.#lately, this.#parts.concurrency);
    if (pauseMs === 0) givePlace();
    else setTimeout(givePlace, pauseMs);
  }
}
