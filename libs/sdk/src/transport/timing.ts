/** Timers hold 31 bits: a longer time would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Waits; the signal ends the wait early and rejects it with its reason. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(reasonOf(signal));
      return;
    }
    const stop = (): void => {
      clearTimeout(timer);
      if (signal !== undefined) reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, atMost(ms));
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** A signal of its own for one request: it fires with the caller's signal, or when its time is up. */
export class Limit {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  isTimeUp = false;

  constructor(outer: AbortSignal | undefined) {
    this.#outer = outer;
    if (outer?.aborted === true) this.#follow();
    outer?.addEventListener('abort', this.#follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Sets the time from now on, in place of an earlier one. */
  set(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.isTimeUp = true;
      this.#controller.abort();
    }, atMost(ms));
  }

  /** Ends the request, if it still runs, and forgets the caller's signal. */
  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#follow);
    this.#controller.abort();
  }

  readonly #follow = (): void => {
    this.#controller.abort(this.#outer?.reason);
  };
}

function atMost(ms: number): number {
  return Math.min(ms, LONGEST_TIMER_MS);
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason as Error;
}
