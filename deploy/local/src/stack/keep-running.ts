import type { Exit } from '@vedette/local-stores';
import { setTimeout as sleep } from 'node:timers/promises';
import { nextStart } from './restart-delay.ts';
import { describe } from '../program/run-main.ts';

export interface Running {
  readonly exited: Promise<Exit>;
  stop(): Promise<unknown>;
  kill(): Promise<unknown>;
}

export interface KeepOptions {
  readonly title: string;
  /** Resolves when it is ready for work. */
  readonly start: () => Promise<Running>;
  /** How often the first start may fail before that is an error. */
  readonly firstAttempts: number;
  readonly say: (line: string) => void;
}

export interface Kept {
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts a process, and starts it again whenever it stops by itself. Resolves when it is ready for the first time. */
export async function keepRunning(options: KeepOptions): Promise<Kept> {
  const { title, say } = options;
  const ending = new AbortController();
  let running: Running | undefined = await startFirst(options);
  let startedAt = performance.now();

  const restart = async (crashes: number, delayMs: number): Promise<void> => {
    await sleep(delayMs, undefined, { signal: ending.signal }).catch(() => undefined);
    if (ending.signal.aborted) return;
    try {
      running = await options.start();
    } catch (error) {
      const next = nextStart({ before: crashes, ranMs: 0 });
      say(`${describe(error)} The next attempt is in ${seconds(next.delayMs)}.`);
      return restart(next.crashes, next.delayMs);
    }
    startedAt = performance.now();
    say(`${title} is back`);
    return watch(running, crashes);
  };
  const watch = async (current: Running, crashes: number): Promise<void> => {
    const exit = await current.exited;
    if (ending.signal.aborted) return;
    running = undefined;
    const next = nextStart({ before: crashes, ranMs: performance.now() - startedAt });
    say(`${title} ${describeExit(exit)} unasked; it is started again in ${seconds(next.delayMs)}`);
    return restart(next.crashes, next.delayMs);
  };
  const watching = watch(running, 0);
  const end = async (how: 'stop' | 'kill'): Promise<void> => {
    ending.abort();
    const ended = running;
    await ended?.[how]();
    await watching;
    // A restart that was under way has brought it back in between.
    if (running !== ended) await running?.[how]();
  };
  return { stop: () => end('stop'), kill: () => end('kill') };
}

async function startFirst({ start, firstAttempts, say }: KeepOptions): Promise<Running> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (attempt >= firstAttempts) throw error;
      say(`${describe(error)} Trying again.`);
    }
  }
}

function describeExit({ code, signal }: Exit): string {
  return signal === null ? `stopped (exit code ${String(code)})` : `was stopped by ${signal}`;
}

function seconds(ms: number): string {
  return `${ms / 1_000} s`;
}
