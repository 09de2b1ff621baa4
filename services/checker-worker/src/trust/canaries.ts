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

/** The operator's own targets, which answer while our network works. One answer is enough. */
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

  /** The outcome of the last look; undefined before the first. */
  get isFailing(): boolean | undefined {
    return this.#isFailing;
  }

  /** Uses a look that began after the given time. */
  async isFailingSince(time: number): Promise<boolean> {
    if (this.#urls.length === 0) return false;
    // A running look may have begun before the network failed. The next look decides, and all waiting callers share it.
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

  /** Any answer counts, whatever its status. */
  async #reach(url: URL, deadline: Deadline): Promise<void> {
    const reply = await this.#outbound.request({ url, maxResponseBytes: 1024 }, deadline);
    if (!reply.ok && reply.reply === null) throw new Error(reply.message);
  }
}
