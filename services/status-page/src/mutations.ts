import { Injectable } from '@nestjs/common';
import type { Reply, RpcContext } from '@vedette/messaging';
import { ServiceDatabase } from '@vedette/service-host';
import { TransactionRepository, type Transaction } from './transaction.repository.ts';

/** Runs mutations of the API: one transaction holds the change, its events and its answer under the request's key. */
@Injectable()
export class Mutations {
  constructor(
    private readonly database: ServiceDatabase,
    private readonly transactions: TransactionRepository,
  ) {}

  /**
   * `prepare` asks other services, outside of the transaction. A request that has been answered before is not prepared
   * again: what it referred to may be gone by now.
   */
  async once<P>(
    context: RpcContext,
    prepare: () => Promise<P>,
    work: (tx: Transaction, prepared: P, now: Date) => Promise<unknown>,
  ): Promise<Reply> {
    const { answers, relay, sql } = this.database;
    const known = await answers.find(sql, context);
    if (known !== undefined) return known;
    const prepared = await prepare();
    const reply = await this.transactions.run((tx) => answers.once(tx, context, () => work(tx, prepared, new Date())));
    relay.wake();
    return reply;
  }
}
