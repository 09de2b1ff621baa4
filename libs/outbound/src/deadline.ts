/** The time passed, the caller cancelled, or the other side caused too much work. */
export type DeadlineEnd = 'timeout' | 'aborted' | 'exhausted';

/**
 * Limits of an attempt besides its time. A page of 2 MiB arrives in about 1,500 packets and takes a few milliseconds of
 * work. A server could send millions of much smaller pieces per second.
 */
const MAX_PIECES = 10_000;
const MAX_WORK_MS = 100;

/**
 * The single deadline of an attempt: DNS, connect, TLS, request, redirects and body share it, so that the phases
 * together cannot exceed it. Start it, pass it on, clear it.
 */
export class Deadline {
  readonly limitMs: number;
  readonly #listeners = new Set<() => void>();
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  readonly #parent: AbortSignal | undefined;
  #ended: DeadlineEnd | null = null;
  #pieces = 0;
  #workMs = 0;
  #controller: AbortController | undefined;

  private constructor(limitMs: number, parent: AbortSignal | undefined) {
    this.limitMs = limitMs;
    this.#parent = parent;
    this.#timer = setTimeout(() => this.#end('timeout'), limitMs);
    if (parent?.aborted === true) this.#end('aborted');
    else parent?.addEventListener('abort', this.#onParentAbort);
  }

  /** `signal` lets the caller cancel earlier, as a worker does when it shuts down. */
  static after(limitMs: number, signal?: AbortSignal): Deadline {
    return new Deadline(limitMs, signal);
  }

  /** Created on demand: most attempts need no signal, and it costs more than the rest of a deadline. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#ended !== null) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  /** Why the deadline ended; null while it has not. */
  get ended(): DeadlineEnd | null {
    return this.#ended;
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** Charges the deadline with pieces read and with processor time; it ends when either exceeds its limit. */
  spend(pieces: number, workMs = 0): void {
    this.#pieces += pieces;
    this.#workMs += workMs;
    if (this.#pieces > MAX_PIECES || this.#workMs > MAX_WORK_MS) this.#end('exhausted');
  }

  /**
   * Calls the listener when the deadline ends, or soon if it has ended, but never during this call. Returns a function
   * that removes the listener.
   */
  onEnd(listener: () => void): () => void {
    if (this.#ended !== null) queueMicrotask(listener);
    else this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Call this when the attempt is over. Otherwise the timer keeps the attempt in memory until the limit. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#parent?.removeEventListener('abort', this.#onParentAbort);
  }

  readonly #onParentAbort = (): void => this.#end('aborted');

  #end(cause: DeadlineEnd): void {
    if (this.#ended !== null) return;
    this.#ended = cause;
    this.clear();
    this.#controller?.abort();
    for (const listener of this.#listeners) listener();
  }
}
