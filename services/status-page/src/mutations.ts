import { Mutations, type Telling } from '@vedette/messaging';
import type { Prisma } from './generated/client.ts';

/** All transactions take their locks in one order: monitor copies, pages, incidents and windows, page versions, counts. */
export type Transaction = Prisma.TransactionClient;

export type Mutation = Telling<Transaction>;

/** The one way to change this service's data. */
export class StatusPageMutations extends Mutations<Transaction> {}
