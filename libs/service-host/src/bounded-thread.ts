import { Worker } from 'node:worker_threads';

/**
 * The message that a thread's program sends once it is loaded, so that loading does not count towards its first task.
 */
export const READY = 'ready';

export interface ThreadLimits {
  readonly taskMs: number;
  readonly heapMb: number;
}

export type ThreadOutcome =
  { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly reason: string };

/**
 * Runs tasks one after the other in a dedicated thread. A task that takes too much time or memory is ended together
 * with its thread; the next task gets a new thread. The program answers each task with one message, a `ThreadOutcome`.
 */
export class BoundedThread {
  readonly #program: URL;
  readonly #limits: ThreadLimits;
  readonly #workerData: unknown;
  #thread: Worker | undefined;
  #lastTask: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /** `workerData` is what every thread gets when it starts. */
  constructor(program: URL, limits: ThreadLimits, workerData?: unknown) {
    this.#program = program;
    this.#limits = limits;
    this.#workerData = workerData;
  }

  /**
   * The task is ended at `deadlineAt` at the latest; it does not begin after that. Rejects when no thread can be started,
   * or after `close`.
   */
  run(task: unknown, deadlineAt = Infinity): Promise<ThreadOutcome> {
    const outcome = this.#lastTask.then(() => this.#run(task, deadlineAt));
    this.#lastTask = outcome.catch(() => undefined);
    return outcome;
  }

  /** Returns when the running task is done; waiting tasks are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lastTask;
    await this.#thread?.terminate();
  }

  async #run(task: unknown, deadlineAt: number): Promise<ThreadOutcome> {
    if (this.#isClosed) throw new Error('The thread is closed');
    const thread = this.#thread ?? (await this.#start());
    const taskMs = Math.min(this.#limits.taskMs, deadlineAt - Date.now());
    if (taskMs <= 0) return { ok: false, reason: 'Its time was over before it began' };
    const outcome = await this.#outcomeOf(thread, task, taskMs);
    if (outcome.ended) await thread.terminate();
    return outcome;
  }

  async #start(): Promise<Worker> {
    const { heapMb } = this.#limits;
    const resourceLimits = { maxOldGenerationSizeMb: heapMb };
    const thread = new Worker(this.#program, { resourceLimits, workerData: this.#workerData });
    await new Promise<void>((resolve, reject) => {
      thread.once('message', () => resolve());
      // Later failures are noticed by the exit of the thread.
      thread.on('error', reject);
      thread.once('exit', () => {
        this.#thread = undefined;
        reject(new Error('The thread ended before it was loaded'));
      });
    });
    // An idle thread does not keep the process alive.
    thread.unref();
    this.#thread = thread;
    return thread;
  }

  #outcomeOf(thread: Worker, task: unknown, taskMs: number): Promise<ThreadOutcome & { readonly ended?: true }> {
    return new Promise((resolve) => {
      const settle = (outcome: ThreadOutcome & { readonly ended?: true }): void => {
        clearTimeout(timer);
        thread.off('message', settle).off('exit', onExit);
        resolve(outcome);
      };
      const end = (reason: string): void => settle({ ok: false, reason, ended: true });
      const onExit = (): void => end('It ended its thread');
      const timer = setTimeout(() => end(`It took longer than ${String(taskMs)} ms`), taskMs);
      thread.on('message', settle).on('exit', onExit);
      thread.postMessage(task, []);
    });
  }
}
