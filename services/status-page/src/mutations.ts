import { Mutations } from '@vedette/messaging';
import type { Prisma } from './generated/client.ts';

/**
 * All transactions take their locks in one order: the maintenance of an organization, monitor copies, pages, incidents
 * and windows, page versions, counts.
 * There is one exception: a grant of a certificate locks the count before the version of its page. Only the deletion of
 * that page locks both as well, and it waits for the page first.
 */
export type Transaction = Prisma.TransactionClient;

/** The one way to change this service's data. */
export class StatusPageMutations extends Mutations<Transaction> {}
