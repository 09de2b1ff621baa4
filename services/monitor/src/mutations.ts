import type { Sql } from '@vedette/database';
import { Mutations, type Telling } from '@vedette/messaging';

export type Transaction = Sql;

export type Mutation = Telling<Transaction>;

/** The only way to change monitors by hand. Results and pings come in bulk and use `ServiceDatabase.mutations`. */
export class MonitorMutations extends Mutations<Transaction> {}
