import globalTeardown from './global-teardown.ts';
import { running } from './running.ts';

/** Fails if a service of the shared stack crashed, lacked a NATS permission or does not end cleanly. */
export default async function globalStackTeardown(): Promise<void> {
  try {
    await running.stack?.stop();
  } finally {
    running.stack = undefined;
    await globalTeardown();
  }
}
