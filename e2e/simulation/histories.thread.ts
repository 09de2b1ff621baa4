import { parentPort, workerData } from 'node:worker_threads';
import { playMany } from './failing-history.ts';

/** The seeds that one thread plays. */
export interface Share {
  readonly firstSeed: number;
  readonly count: number;
}

const { firstSeed, count } = workerData as Share;
parentPort?.postMessage(playMany(firstSeed, count), []);
