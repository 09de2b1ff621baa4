import type { TaggedSql } from '@vedette/database';
import { Mutations, type Telling } from '@vedette/messaging';

export type Transaction = TaggedSql;

export type Mutation = Telling<Transaction>;

/** The one way to change this service's data. */
export class IncidentMutations extends Mutations<Transaction> {}
