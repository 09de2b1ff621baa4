import type { Sql } from '@vedette/database';
import { Mutations } from '@vedette/messaging';

export type Transaction = Sql;

/** The only way to change monitors by hand. Results and pings come in bulk and use `ServiceDatabase.mutations`. */
export class MonitorMutations extends Mutations<Transaction> {}
