import type { CountedWindow } from './rate-limit.ts';

const MAX_WINDOWS = 100_000;

interface Window {
  count: number;
  resetAt: number;
}

/** Fixed windows in memory. They mirror the shared windows, so that a client gains nothing when Redis fails. */
export class LocalWindows {
  readonly #windows = new Map<string, Window>();

  count(bucket: string, windowMs: number, now: number): CountedWindow {
    const known = this.#windows.get(bucket);
    if (known !== undefined && known.resetAt > now) {
      known.count += 1;
      return { count: known.count, resetMs: known.resetAt - now };
    }
    this.#set(bucket, { count: 1, resetAt: now + windowMs }, now);
    return { count: 1, resetMs: windowMs };
  }

  mirror(bucket: string, count: number, resetAt: number, now: number): void {
    const known = this.#windows.get(bucket);
    if (known === undefined) {
      this.#set(bucket, { count, resetAt }, now);
      return;
    }
    known.count = count;
    known.resetAt = resetAt;
  }

  #set(bucket: string, window: Window, now: number): void {
    if (this.#windows.size >= MAX_WINDOWS) this.#makeRoom(now);
    this.#windows.set(bucket, window);
  }

  #makeRoom(now: number): void {
    for (const [bucket, window] of this.#windows) if (window.resetAt <= now) this.#windows.delete(bucket);
    // Still full of open windows: removes the oldest tenth at once, so that this stays rare.
    for (const bucket of this.#windows.keys()) {
      if (this.#windows.size < MAX_WINDOWS * 0.9) break;
      this.#windows.delete(bucket);
    }
  }
}
