import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 500;
/** A stopped process accepts connections and answers nothing. */
const TIMEOUT_MS = 1_000;

/** Reports to one of two addresses, and to the other one when that fails, unless it is silent. */
export class CronJob {
  isSilent = false;
  readonly #urls: readonly string[];
  readonly #stopping = new AbortController();

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  start(): void {
    void this.#run();
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #run(): Promise<void> {
    for (let turn = 0; !this.#stopping.signal.aborted; turn += 1) {
      const url = this.#urls[turn % this.#urls.length];
      const isHeard = this.isSilent || url === undefined || (await this.#ping(url));
      // The other address is tried at once.
      if (isHeard) await sleep(EVERY_MS);
    }
  }

  async #ping(url: string): Promise<boolean> {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      await response.arrayBuffer();
      if (response.ok) return true;
    } catch {
      // The pause below keeps a job from spinning while both replicas are away.
    }
    await sleep(50);
    return false;
  }
}
