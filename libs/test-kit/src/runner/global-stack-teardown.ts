import { SERVICES } from '@vedette/local-stores';
import globalTeardown from './global-teardown.ts';
import { running } from './running.ts';
import type { TestStack } from '../stack/stack.ts';

const SHOWN = 20;

/** Fails if a service of the shared stack crashed, lacked a NATS permission or does not end cleanly. */
export default async function globalStackTeardown(): Promise<void> {
  const { stack } = running;
  try {
    if (stack === undefined) return;
    showErrors(stack);
    await stack.stop();
  } finally {
    running.stack = undefined;
    await globalTeardown();
  }
}

/** A case that got a 500 does not know the reason; the log of a service does. */
function showErrors(stack: TestStack): void {
  const errors = SERVICES.flatMap((name) =>
    stack.service(name).logs.filter((line) => line.includes('"level":"error"')),
  );
  if (errors.length === 0) return;
  process.stderr.write(`Services of the shared stack logged errors:\n${errors.slice(0, SHOWN).join('\n')}\n`);
}
