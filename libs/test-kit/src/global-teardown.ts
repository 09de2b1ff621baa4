import { running } from './running.ts';

/** Also called after the shared stack has stopped; while it runs, it needs the stores. */
export default async function globalTeardown(): Promise<void> {
  if (running.stack !== undefined) return;
  await running.stores?.stop();
  running.stores = undefined;
}
