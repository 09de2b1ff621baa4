import { setTimeout as sleep } from 'node:timers/promises';

export interface PollOptions {
  readonly timeoutMs: number;
  readonly intervalMs?: number;
}

/** Asks until the probe answers something, and returns that; undefined when the time is up. */
export async function poll<T>(probe: () => Promise<T | undefined>, options: PollOptions): Promise<T | undefined> {
  const deadline = performance.now() + options.timeoutMs;
  for (;;) {
    // Each question waits for the answer to the one before.
    const answer = await probe();
    if (answer !== undefined || performance.now() >= deadline) return answer;
    await sleep(options.intervalMs ?? 25);
  }
}
