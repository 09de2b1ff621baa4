import { setTimeout as sleep } from 'node:timers/promises';

export interface PollOptions {
  readonly timeoutMs: number;
  /** The pause between two probes; by default it grows with the time that has passed. */
  readonly intervalMs?: number;
}

const SHORTEST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 100;

/** A probe takes processor time from what it waits for, so a long wait asks less often. */
export function pauseAfterMs(waitedMs: number): number {
  return Math.min(Math.max(waitedMs / 10, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
}

/** Repeats the probe until it returns a value, and returns that value; undefined when the time is up. */
export async function poll<T>(probe: () => Promise<T | undefined>, options: PollOptions): Promise<T | undefined> {
  const startedAt = performance.now();
  for (;;) {
    // Probes run one after the other.
    const answer = await probe();
    const waitedMs = performance.now() - startedAt;
    if (answer !== undefined || waitedMs >= options.timeoutMs) return answer;
    await sleep(options.intervalMs ?? pauseAfterMs(waitedMs));
  }
}
