import globalTeardown from './global-teardown.ts';
import { running } from './running.ts';

/** Fails when a service of the shared stack had crashed, was refused something by NATS or does not end cleanly. */
export default async function globalStackTeardown(): Promise<void> {
  try {
    await running.stack?.stop();
  } finally {
    running.stack = undefined;
    await globalTeardown();
  }
}
