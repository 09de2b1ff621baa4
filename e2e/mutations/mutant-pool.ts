import { Worker } from 'node:worker_threads';
import type { CaughtBy, Order } from './mutant.thread.ts';

/** Runs mutants on threads, one at a time on each. */
export class MutantPool {
  readonly #options;
  readonly #idle: Worker[] = [];

  constructor(root: string, histories: number) {
    this.#options = { workerData: { root, histories } };
  }

  /** A mutant that is not judged within the limit loops for ever. */
  async run(order: Order, limitMs: number): Promise<CaughtBy | 'time'> {
    const worker = this.#idle.pop() ?? new Worker(new URL('mutant.thread.ts', import.meta.url), this.#options);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        void worker.terminate();
        resolve('time');
      }, limitMs);
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
