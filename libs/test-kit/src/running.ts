import type { RunStores } from './run-stores.ts';

/** Hands the stores from the global set-up to the global tear-down, which jest loads as two modules of one process. */
export const running: { stores: RunStores | undefined } = { stores: undefined };
