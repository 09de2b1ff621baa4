import { announceRun } from './config.ts';
import { startRunStores } from './run-stores.ts';
import { running } from './running.ts';

/** Also called before the shared stack starts: a run of both projects calls it twice, in either order. */
export default async function globalSetup(): Promise<void> {
  if (running.stores !== undefined) return;
  running.stores = await startRunStores();
  announceRun(running.stores);
}
