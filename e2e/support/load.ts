import { setTimeout as sleep } from 'node:timers/promises';

/** Clients that do their one thing again and again, at a steady pace. Whatever they throw is a failure. */
export class Load {
  readonly failures: string[] = [];
  readonly #done = new Map<string, number>();
  readonly #clients: Promise<void>[] = [];
  #isOver = false;

  /** Each time is over before the next begins, so that a slow machine gets less to do. */
  add(client: string, everyMs: number, work: () => Promise<unknown>): void {
    this.#clients.push(this.#run(client, everyMs, work));
  }

  /** How often a client has done its thing. */
  done(client: string): number {
    return this.#done.get(client) ?? 0;
  }

  /** Returns when everything that was begun is over. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  async #run(client: string, everyMs: number, work: () => Promise<unknown>): Promise<void> {
    while (!this.#isOver) {
      const pause = sleep(everyMs);
      try {
        await work();
        this.#done.set(client, this.done(client) + 1);
      } catch (error) {
        this.failures.push(`${new Date().toISOString()} ${client}: ${String(error)}`);
      }
      await pause;
    }
  }
}
