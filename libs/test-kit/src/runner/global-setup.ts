import { announceRun } from '../config.ts';
import { startRunStores } from '../stores/run-stores.ts';
import { running } from './running.ts';

/** A run of two projects has the set-ups of both, and one PostgreSQL. */
export default async function globalSetup(): Promise<void> {
  running.users += 1;
  running.stores ??= await startRunStores();
  announceRun(running.stores);
}
