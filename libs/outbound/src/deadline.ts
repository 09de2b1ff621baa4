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
  #ended: 'timeout' | 'aborted' | null = null;
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
  get ended(): 'timeout' | 'aborted' | null {
    return this.#ended;
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
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

  #end(cause: 'timeout' | 'aborted'): void {
    if (this.#ended !== null) return;
    this.#ended = cause;
    this.clear();
    this.#controller?.abort();
    for (const listener of this.#listeners) listener();
  }
}
