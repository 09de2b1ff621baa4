import type { Sql } from '@vedette/database';
import type { IdempotentAnswers, Keyed, Seal } from './idempotent-answers.ts';
import type { Inbox } from './inbox.ts';
import type { Outbox, OutboxMessage } from './outbox.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import { Reply } from './reply.ts';

/** A transaction that can tell facts: they leave when, and only when, it commits. */
export type Telling<Tx> = Tx & { tell(facts: readonly OutboxMessage[]): Promise<void> };

export interface MutationParts<Tx> {
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Reads answers outside of transactions. */
  readonly sql: Sql;
  readonly outbox: Outbox;
  readonly relay: Pick<OutboxRelay, 'wake'>;
  readonly inbox: Inbox;
  readonly answers: IdempotentAnswers;
}

/** What of a mutation that acts on the outside was committed before it acts. */
export interface BegunWork {
  readonly workId: string;
  /** True: another run of the key stored it, which may still be under way. */
  readonly isResumed: boolean;
}

/**
 * The one way to change data. One transaction holds the change, the facts that tell of it, the mark of the event that caused
 * it and the answer under the request's key, or nothing.
 */
export class Mutations<Tx extends Sql> {
  readonly #parts: MutationParts<Tx>;

  constructor(parts: MutationParts<Tx>) {
    this.#parts = parts;
  }

  /** Every other method goes through this one. */
  async run<T>(work: (tx: Telling<Tx>) => Promise<T>): Promise<T> {
    const { transaction, outbox, relay } = this.#parts;
    let hasTold = false;
    const result = await transaction((tx) =>
      work(
        telling(tx, async (facts) => {
          hasTold ||= facts.length > 0;
          await outbox.write(tx, facts);
        }),
      ),
    );
    if (hasTold) relay.wake();
    return result;
  }

  /** Changes something once for each idempotency key: a repetition gets the stored answer. */
  once(keyed: Keyed, work: (tx: Telling<Tx>, now: Date) => Promise<unknown>, seal?: Seal): Promise<Reply> {
    return this.run((tx) => this.#parts.answers.once(tx, keyed, () => work(tx, new Date()), seal));
  }

  /**
   * The same with a part that takes long or asks others, and is therefore done outside of the transaction. A repetition does
   * not prepare again: what it refers to may be gone.
   */
  async prepareOnce<P>(
    keyed: Keyed,
    prepare: () => Promise<P>,
    work: (tx: Telling<Tx>, prepared: P, now: Date) => Promise<unknown>,
    seal?: Seal,
  ): Promise<Reply> {
    const { answers, sql } = this.#parts;
    const known = await answers.find(sql, keyed, seal);
    if (known !== undefined) return known;
    const prepared = await prepare();
    return this.once(keyed, (tx, now) => work(tx, prepared, now), seal);
  }

  /**
   * The first half of a mutation that acts on the outside, committed before it acts. `store` runs once for each key and
   * returns the id of what it stored; `start` runs every time, unless the key has its answer.
   */
  begin<T>(
    keyed: Keyed,
    store: (tx: Telling<Tx>) => Promise<string>,
    start: (tx: Telling<Tx>, work: BegunWork) => Promise<T>,
  ): Promise<Reply | T> {
    return this.run(async (tx) => {
      const begun = await this.#parts.answers.begin(tx, keyed, () => store(tx));
      if (begun.kind === 'answered') return begun.reply;
      return start(tx, { workId: begun.workId, isResumed: begun.kind === 'resumed' });
    });
  }

  /** The second half: `work` records what happened and shapes the answer. */
  finish(keyed: Keyed, work: (tx: Telling<Tx>) => Promise<unknown>): Promise<Reply> {
    return this.run((tx) => this.#parts.answers.finish(tx, keyed, () => work(tx)));
  }

  /** The effect of a message: a repetition of it has none. */
  receive(messageId: string, work: (tx: Telling<Tx>) => Promise<void>): Promise<void> {
    return this.receiveAll([messageId], async (tx, fresh) => {
      if (fresh.has(messageId)) await work(tx);
    });
  }

  /** The same for many at once; `fresh` are those that are received for the first time. */
  receiveAll<T>(
    messageIds: readonly string[],
    work: (tx: Telling<Tx>, fresh: ReadonlySet<string>) => Promise<T>,
  ): Promise<T> {
    return this.run(async (tx) => work(tx, await this.#parts.inbox.receive(tx, messageIds)));
  }
}

/** Prisma gives every transaction the same object underneath, so nothing can be added to it. */
function telling<Tx extends Sql>(tx: Tx, tell: Telling<unknown>['tell']): Telling<Tx> {
  return new Proxy(tx, {
    get: (target, key) => (key === 'tell' ? tell : (Reflect.get(target, key) as unknown)),
  }) as Telling<Tx>;
}
