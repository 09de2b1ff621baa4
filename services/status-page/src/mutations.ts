import { Mutations, type Telling } from '@vedette/messaging';
import type { Prisma } from './generated/client.ts';

/** What runs in it takes its locks in one order: copies of monitors, pages, incidents and windows, versions of pages. */
export type Transaction = Prisma.TransactionClient;

export type Mutation = Telling<Transaction>;

/** The one way to change this service's data. */
export class StatusPageMutations extends Mutations<Transaction> {}
