import { Mutations, type Telling } from '@vedette/messaging';
import type { Prisma } from './generated/client.ts';

export type Transaction = Prisma.TransactionClient;

export type Mutation = Telling<Transaction>;

/** The one way to change this service's data. */
export class IncidentMutations extends Mutations<Transaction> {}
