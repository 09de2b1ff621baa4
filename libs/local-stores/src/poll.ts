import { setTimeout as sleep } from 'node:timers/promises';

export interface PollOptions {
  readonly timeoutMs: number;
  readonly intervalMs?: number;
}

/** Repeats the probe until it returns a value, and returns that value; undefined when the time is up. */
export async function poll<T>(probe: () => Promise<T | undefined>, options: PollOptions): Promise<T | undefined> {
  const deadline = performance.now() + options.timeoutMs;
  for (;;) {
    // Probes run one after the other.
    const answer = await probe();
    if (answer !== undefined || performance.now() >= deadline) return answer;
    await sleep(options.intervalMs ?? 25);
  }
}
