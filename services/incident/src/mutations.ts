import type { TaggedSql } from '@vedette/database';
import { Mutations } from '@vedette/messaging';

export type Transaction = TaggedSql;

/** The one way to change this service's data. */
export class IncidentMutations extends Mutations<Transaction> {}
