import type { RunStores } from '../stores/run-stores.ts';
import type { TestStack } from '../stack/stack.ts';

interface Running {
  stores: RunStores | undefined;
  /** How many projects of the run use the stores. */
  users: number;
  stack: TestStack | undefined;
}

/** Hands them from the global set-ups to the global tear-downs, which jest loads as modules of one process. */
export const running: Running = { stores: undefined, users: 0, stack: undefined };
