import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Histories } from './failing-history.ts';
import type { Share } from './histories.thread.ts';

/**
 * As `playMany`, with a thread for each processor. Every thread plays a block of successive seeds, so the failure with
 * the smallest seed is the same on every machine.
 */
export async function playOnThreads(firstSeed: number, count: number): Promise<Histories> {
  const played = await Promise.all(sharesOf(firstSeed, count, availableParallelism()).map(playShare));
  const sum = (of: (histories: Histories) => number): number => played.reduce((total, each) => total + of(each), 0);
  return {
    count: sum((each) => each.count),
    incidents: sum(({ incidents }) => incidents),
    events: sum(({ events }) => events),
    failure: played.find(({ failure }) => failure !== undefined)?.failure,
  };
}

function sharesOf(firstSeed: number, count: number, threads: number): Share[] {
  const ends = Array.from({ length: threads + 1 }, (_, i) => Math.floor((i * count) / threads));
  return ends.slice(1).map((end, i) => {
    const start = ends[i] ?? 0;
    return { firstSeed: firstSeed + start, count: end - start };
  });
}

async function playShare(share: Share): Promise<Histories> {
  const thread = new Worker(new URL('histories.thread.ts', import.meta.url), { workerData: share });
  const [histories] = (await once(thread, 'message')) as [Histories];
  return histories;
}
