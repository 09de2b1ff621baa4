import { ConfigError } from '@vedette/configuration';
import { LocalError } from '@vedette/local-stores';
import { fail } from './terminal.ts';

/** Runs a command: a failure that the user can fix is shown as one sentence, any other with its stack. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    fail(describe(error));
    process.exitCode = 1;
  }
}

export function describe(error: unknown): string {
  if (error instanceof LocalError || error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
