import { pauseAfterMs } from '@vedette/local-stores';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

export interface WaitOptions {
  readonly timeoutMs?: number;
  /** The pause between two probes; by default it grows with the time that has passed. */
  readonly intervalMs?: number;
}

export type Found<T> = Exclude<T, undefined | null | false>;

/** Asks again and again until the probe answers something other than undefined, null or false, and returns that. */
export async function waitFor<T>(
  description: string,
  probe: () => T | Promise<T>,
  { timeoutMs = 30_000, intervalMs }: WaitOptions = {},
): Promise<Found<T>> {
  const overdue = new Error();
  const startedAt = performance.now();
  let last = 'nothing';
  for (;;) {
    try {
      // Probes run one after the other.
      const answer = await probe();
      if (isFound(answer)) return answer;
      last = `answered ${inspect(answer)}`;
    } catch (error) {
      last = `threw ${inspect(error)}`;
    }
    const waitedMs = performance.now() - startedAt;
    if (waitedMs >= timeoutMs) break;
    await sleep(intervalMs ?? pauseAfterMs(waitedMs));
  }
  overdue.message = `Waited ${timeoutMs} ms in vain for ${description}; the last probe ${last}`;
  throw overdue;
}

function isFound<T>(answer: T): answer is Found<T> {
  return answer !== undefined && answer !== null && answer !== false;
}
