import { rmSync } from 'node:fs';
import type { Kept } from './keep-running.ts';
import { onLauncherGone } from '../program/launcher-watch.ts';
import { say } from '../program/terminal.ts';

/** Two signals within this time are one request to stop that arrived in two ways. */
const ONE_WISH_MS = 500;

/** Knows everything that runs, and ends it in order: services first, since they still write to the stores. */
export class Shutdown {
  readonly #services: Kept[] = [];
  readonly #stores: Kept[] = [];
  readonly #files: string[] = [];
  #held: Promise<unknown> = Promise.resolve();
  #ending: Promise<void> | undefined;
  #wishedAt = 0;

  readonly ownService = (kept: Kept): void => {
    this.#own(this.#services, kept);
  };

  readonly ownStore = (kept: Kept): void => {
    this.#own(this.#stores, kept);
  };

  /** A file that is valid only while everything runs; it is removed at the end. */
  ownFile(path: string): void {
    this.#files.push(path);
  }

  /** Work that must not be cut off half-way: the end waits for it. */
  hold<T>(work: Promise<T>): Promise<T> {
    this.#held = work.catch(() => undefined);
    return work;
  }

  get isEnding(): boolean {
    return this.#ending !== undefined;
  }

  /** From now on Ctrl-C, a signal or the end of the launcher stops everything; a second request does so by force. */
  listen(): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        this.#wish();
      });
    }
    onLauncherGone(() => {
      this.#wish();
    });
  }

  /** Resolves when nothing of ours runs any more. */
  async end(): Promise<void> {
    this.#ending ??= this.#stopAll();
    await this.#ending;
  }

  #wish(): void {
    const now = performance.now();
    if (!this.isEnding) {
      this.#wishedAt = now;
      say('Stopping (once more to force it)');
      void this.end().then(() => {
        say('Stopped');
        process.exit(0);
      });
    } else if (now - this.#wishedAt > ONE_WISH_MS) {
      say('Stopping by force');
      void this.#killAll().then(() => process.exit(1));
    }
  }

  /** A process that becomes ready after the shutdown has begun is stopped at once. */
  #own(list: Kept[], kept: Kept): void {
    list.push(kept);
    if (this.isEnding) void kept.stop();
  }

  async #stopAll(): Promise<void> {
    await this.#held;
    for (const file of this.#files) rmSync(file, { force: true });
    await Promise.allSettled(this.#services.map((kept) => kept.stop()));
    await Promise.allSettled(this.#stores.map((kept) => kept.stop()));
  }

  async #killAll(): Promise<void> {
    await Promise.allSettled([...this.#services, ...this.#stores].map((kept) => kept.kill()));
  }
}
