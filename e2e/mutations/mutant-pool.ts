import { Worker } from 'node:worker_threads';
import type { CaughtBy, Order } from './mutant.thread.ts';

/** A mutant that loops for ever is caught by this. */
const LONGEST_MS = 60_000;

/** Runs mutants on threads, one at a time on each. */
export class MutantPool {
  readonly #options;
  readonly #idle: Worker[] = [];

  constructor(root: string, histories: number) {
    this.#options = { workerData: { root, histories } };
  }

  async run(order: Order): Promise<CaughtBy | 'time'> {
    const worker = this.#idle.pop() ?? new Worker(new URL('mutant.thread.ts', import.meta.url), this.#options);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        void worker.terminate();
        resolve('time');
      }, LONGEST_MS);
      worker.once('message', (by: CaughtBy) => {
        clearTimeout(timer);
        worker.off('error', reject);
        this.#idle.push(worker);
        resolve(by);
      });
      worker.once('error', reject);
      worker.postMessage(order, []);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.map((worker) => worker.terminate()));
  }
}
