import { Inject, Injectable } from '@nestjs/common';
import { Deadline, type Outbound } from '@vedette/outbound';
import { CONFIG, Host } from '@vedette/service-host';
import type { WorkerConfig } from '../config.ts';
import { WorkerTools } from '../worker-tools.ts';

const LOOK_EVERY_MS = 10_000;
const ANSWER_MS = 5_000;

interface Look {
  readonly startedAt: number;
  readonly isFailing: Promise<boolean>;
}

/** Addresses of the operator's that answer as long as our own network works. One that answers is enough. */
@Injectable()
export class Canaries {
  readonly #outbound: Outbound;
  readonly #urls: readonly URL[];
  readonly #stopping = new AbortController();
  #current: Look | undefined;
  #isFailing: boolean | undefined;

  constructor(
    { lifecycle }: Host,
    { operatorOutbound }: WorkerTools,
    @Inject(CONFIG) { canaryUrls }: Pick<WorkerConfig, 'canaryUrls'>,
  ) {
    this.#outbound = operatorOutbound;
    this.#urls = canaryUrls.map((url) => new URL(url));
    this.#isFailing = canaryUrls.length === 0 ? false : undefined;
    if (canaryUrls.length === 0) return;
    lifecycle.loop('looking at the canaries', LOOK_EVERY_MS, () => this.#look().isFailing);
    lifecycle.add('loops', { stop: () => this.#stopping.abort() });
  }

  /** As of the last look; undefined before the first. */
  get isFailing(): boolean | undefined {
    return this.#isFailing;
  }

  /** By a look that began after that time. */
  async isFailingSince(time: number): Promise<boolean> {
    if (this.#urls.length === 0) return false;
    // One that is under way may have begun before the network went: the next one tells, for all who ask now.
    if (this.#current !== undefined && this.#current.startedAt < time) await this.#current.isFailing;
    return this.#look().isFailing;
  }

  #look(): Look {
    if (this.#current !== undefined) return this.#current;
    this.#current = { startedAt: performance.now(), isFailing: this.#ask() };
    return this.#current;
  }

  async #ask(): Promise<boolean> {
    const deadline = Deadline.after(ANSWER_MS, this.#stopping.signal);
    try {
      await Promise.any(this.#urls.map((url) => this.#reach(url, deadline)));
      this.#isFailing = false;
    } catch {
      this.#isFailing = true;
    } finally {
      deadline.clear();
      this.#current = undefined;
    }
    return this.#isFailing;
  }

  /** Whatever it says, it was there. */
  async #reach(url: URL, deadline: Deadline): Promise<void> {
    const reply = await this.#outbound.request({ url, maxResponseBytes: 1024 }, deadline);
    if (!reply.ok && reply.reply === null) throw new Error(reply.message);
  }
}
