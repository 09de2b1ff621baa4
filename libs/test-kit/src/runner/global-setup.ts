import { announceRun } from '../config.ts';
import { startRunStores } from '../stores/run-stores.ts';
import { running } from './running.ts';

export default async function globalSetup(): Promise<void> {
  running.stores = await startRunStores();
  announceRun(running.stores);
}
