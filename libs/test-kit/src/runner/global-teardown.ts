import { running } from './running.ts';

export default async function globalTeardown(): Promise<void> {
  running.users -= 1;
  if (running.users === 0) await running.stores?.stop();
}
