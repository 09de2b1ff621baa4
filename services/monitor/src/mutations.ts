import { Mutations, type Telling } from '@vedette/messaging';
import type { Prisma } from './generated/client.ts';

export type Transaction = Prisma.TransactionClient;

export type Mutation = Telling<Transaction>;

/** The only way to change monitors by hand. Results and pings come in bulk and use `ServiceDatabase.mutations`. */
export class MonitorMutations extends Mutations<Transaction> {}
