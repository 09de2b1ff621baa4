import { running } from './running.ts';

export default async function globalTeardown(): Promise<void> {
  await running.stores?.stop();
  running.stores = undefined;
}
