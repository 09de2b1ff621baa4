const FIRST_PAUSE_AFTER_FAILURE_MS = 500;
/** Short enough that a dependency that has come back is used again within five seconds, however long it was away. */
const LONGEST_PAUSE_AFTER_FAILURE_MS = 2_000;

interface LoopLogger {
  warn(fields: { readonly error: unknown }, text: string): void;
}

/**
 * Runs a piece of work repeatedly, never concurrently: after a pause, or earlier when woken. A failure is logged and
 * retried after a growing pause; it never ends the loop.
 */
export class BackgroundLoop {
  readonly #name: string;
  readonly #pauseMs: () => number;
  readonly #logger: LoopLogger;
  readonly #work: () => Promise<unknown>;
  #running: Promise<void> | undefined;
  #stopped = false;
  #woken = false;
  #failures = 0;
  #endPause: (() => void) | undefined;

  /** `pauseMs`: the same after every round, or asked for after each. */
  constructor(name: string, pauseMs: number | (() => number), logger: LoopLogger, work: () => Promise<unknown>) {
    this.#name = name;
    this.#pauseMs = typeof pauseMs === 'number' ? () => pauseMs : pauseMs;
    this.#logger = logger;
    this.#work = work;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  wake(): void {
    this.#woken = true;
    this.#endPause?.();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#endPause?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#woken = false;
      try {
        await this.#work();
        this.#failures = 0;
      } catch (error) {
        this.#failures += 1;
        this.#logger.warn({ error }, `${this.#name} failed; it goes on`);
      }
      if (this.#failures > 0) await this.#pauseAfterFailure();
      else if (!this.#woken) await this.#pauseAfterSuccess();
    }
  }

  #pauseAfterSuccess(): Promise<void> {
    return this.#pause(this.#pauseMs());
  }

  #pauseAfterFailure(): Promise<void> {
    const growingMs = FIRST_PAUSE_AFTER_FAILURE_MS * 2 ** (this.#failures - 1);
    return this.#pause(Math.min(growingMs, LONGEST_PAUSE_AFTER_FAILURE_MS));
  }

  #pause(pauseMs: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stopped) return resolve();
      const timer = setTimeout(() => this.#endPause?.(), pauseMs);
      this.#endPause = () => {
        clearTimeout(timer);
        this.#endPause = undefined;
        resolve();
      };
    });
  }
}
