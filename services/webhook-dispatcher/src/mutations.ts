import { Mutations } from '@vedette/messaging';
import type { Prisma } from './generated/client.ts';

export type Transaction = Prisma.TransactionClient;

/** The one way to change this service's data. */
export class WebhookMutations extends Mutations<Transaction> {}
