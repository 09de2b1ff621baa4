/** The time passed, the caller gave up, or the other side has made it too much work. */
export type DeadlineEnd = 'timeout' | 'aborted' | 'exhausted';

/**
 * What an attempt may cost beside its time. A page of 2 MiB comes in some 1,500 packets and takes a few milliseconds; of
 * pieces that are far smaller than packets, a server could send millions a second.
 */
const MAX_PIECES = 10_000;
const MAX_WORK_MS = 100;

/**
 * The one deadline of a whole attempt: DNS, connect, TLS, request, redirects and body all wait on the same one, so
 * that no sum of phases exceeds it. Start it, pass it on, clear it.
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

  /** `signal` lets the caller give up earlier, as a worker does that shuts down. */
  static after(limitMs: number, signal?: AbortSignal): Deadline {
    return new Deadline(limitMs, signal);
  }

  /** Made when it is asked for: most attempts need none, and it costs more than all the rest of a deadline. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#ended !== null) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  /** Why the signal fired; null as long as it has not. */
  get ended(): DeadlineEnd | null {
    return this.#ended;
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** Charges it with pieces read and with the processor's time for them; it ends when there was too much of either. */
  spend(pieces: number, workMs = 0): void {
    this.#pieces += pieces;
    this.#workMs += workMs;
    if (this.#pieces > MAX_PIECES || this.#workMs > MAX_WORK_MS) this.#end('exhausted');
  }

  /** Calls back when the deadline ends, soon if it has, never within this call; the function returned takes that back. */
  onEnd(listener: () => void): () => void {
    if (this.#ended !== null) queueMicrotask(listener);
    else this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Call when the attempt is over, or the timer holds on to it until the limit. */
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
