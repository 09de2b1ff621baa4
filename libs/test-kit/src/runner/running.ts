import type { RunStores } from '../stores/run-stores.ts';
import type { TestStack } from '../stack/stack.ts';

/** Hands them from the global set-up to the global tear-down, which jest loads as two modules of one process. */
export const running: { stores: RunStores | undefined; stack: TestStack | undefined } = {
  stores: undefined,
  stack: undefined,
};
