/**
 * Works on several keys at once, but never on the same key twice at once. A key that is added while it is being worked
 * on runs again afterwards.
 */
export class PageQueue {
  readonly #concurrency: number;
  readonly #work: (key: string) => Promise<void>;
  readonly #waiting = new Set<string>();
  readonly #running = new Map<string, Promise<void>>();
  #isClosed = false;

  /** `work` must handle its own failures. */
  constructor(concurrency: number, work: (key: string) => Promise<void>) {
    this.#concurrency = concurrency;
    this.#work = work;
  }

  add(key: string): void {
    if (this.#isClosed) return;
    this.#waiting.add(key);
    this.#startMore();
  }

  /** Drops the waiting keys and returns when the running work is done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.clear();
    await Promise.all(this.#running.values());
  }

  #startMore(): void {
    for (const key of this.#waiting) {
      if (this.#running.size >= this.#concurrency) return;
      if (this.#running.has(key)) continue;
      this.#waiting.delete(key);
      const work = this.#work(key).finally(() => {
        this.#running.delete(key);
        this.#startMore();
      });
      this.#running.set(key, work);
    }
  }
}
