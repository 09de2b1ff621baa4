import { Mutations, type Telling } from '@vedette/messaging';
import type { Prisma } from './generated/client.ts';

export type Transaction = Prisma.TransactionClient;

export type Mutation = Telling<Transaction>;

/** The one way to change monitors by hand. Results and pings, which come many at once, take `ServiceDatabase.mutations`. */
export class MonitorMutations extends Mutations<Transaction> {}
