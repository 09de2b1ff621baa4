/**
 * The one deadline of a whole attempt: DNS, connect, TLS, request, redirects and body all wait on the same one, so
 * that no sum of phases exceeds it. Start it, pass it on, clear it.
 */
export class Deadline {
  readonly limitMs: number;
  readonly #controller = new AbortController();
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  readonly #parent: AbortSignal | undefined;
  #ended: 'timeout' | 'aborted' | null = null;

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

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the signal fired; null as long as it has not. */
  get ended(): 'timeout' | 'aborted' | null {
    return this.#ended;
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** Calls back when the deadline ends, soon if it has, never within this call; the function returned takes that back. */
  onEnd(listener: () => void): () => void {
    if (this.#ended !== null) queueMicrotask(listener);
    this.signal.addEventListener('abort', listener);
    return () => this.signal.removeEventListener('abort', listener);
  }

  /** Call when the attempt is over, or the timer holds on to it until the limit. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#parent?.removeEventListener('abort', this.#onParentAbort);
  }

  readonly #onParentAbort = (): void => this.#end('aborted');

  #end(cause: 'timeout' | 'aborted'): void {
    if (this.#ended !== null) return;
    this.#ended = cause;
    this.clear();
    this.#controller.abort();
  }
}
