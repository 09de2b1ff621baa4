import type { Sql } from '@vedette/database';
import type { IdempotentAnswers, Keyed, Seal } from './idempotent-answers.ts';
import type { Inbox } from './inbox.ts';
import { OpenMutation, type Mutation } from './mutation.ts';
import { laneOf, type Outbox } from './outbox.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import type { Reply } from '../rpc/reply.ts';

export interface MutationParts<Tx> {
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Reads answers outside transactions. */
  readonly sql: Sql;
  readonly outbox: Outbox;
  readonly relay: Pick<OutboxRelay, 'wake'>;
  readonly inbox: Inbox;
  readonly answers: IdempotentAnswers;
}

/** The work that a mutation with an outside effect has committed before it acts. */
export interface BegunWork {
  readonly workId: string;
  /** True if an earlier run of the key stored the work. That run may still be in progress. */
  readonly isResumed: boolean;
}

/**
 * The only way to change data. One transaction commits the change, its facts, its line in the audit log, the inbox row of
 * the event that caused it, and the answer for the request's idempotency key, or none of them.
 */
export class Mutations<Tx extends Sql> {
  readonly #parts: MutationParts<Tx>;

  constructor(parts: MutationParts<Tx>) {
    this.#parts = parts;
  }

  /** For changes that no client asks for. They leave no line in the audit log. */
  run<T>(work: (tx: Tx, mutation: Mutation) => Promise<T>): Promise<T> {
    return this.#run(work);
  }

  /** Makes a change once per idempotency key: a repeated request gets the stored answer. */
  once(keyed: Keyed, work: (tx: Tx, now: Date, mutation: Mutation) => Promise<unknown>, seal?: Seal): Promise<Reply> {
    return this.#run(async (tx, mutation) => {
      let answer: unknown;
      const change = async (): Promise<unknown> => (answer = await work(tx, new Date(), mutation));
      const reply = await this.#parts.answers.once(tx, keyed, change, seal);
      // A replayed answer changes nothing, so it leaves no line in the audit log.
      if (!reply.isReplayed) mutation.tellLine(keyed, answer);
      return reply;
    });
  }

  /**
   * Like `once`, with a preparation that is slow or asks other services and so runs outside the transaction. A repeated
   * request does not prepare again, since the things it refers to may be gone.
   */
  async prepareOnce<P>(
    keyed: Keyed,
    prepare: () => Promise<P>,
    work: (tx: Tx, prepared: P, now: Date, mutation: Mutation) => Promise<unknown>,
    seal?: Seal,
  ): Promise<Reply> {
    const { answers, sql } = this.#parts;
    const known = await answers.find(sql, keyed, seal);
    if (known !== undefined) return known;
    const prepared = await prepare();
    return this.once(keyed, (tx, now, mutation) => work(tx, prepared, now, mutation), seal);
  }

  /**
   * The first half of a mutation with an outside effect; it commits, with its line in the audit log, before the mutation
   * acts. `store` runs once per key and returns the id of the stored work. `start` runs every time, unless the key
   * already has an answer.
   */
  begin<T>(
    keyed: Keyed,
    store: (tx: Tx, mutation: Mutation) => Promise<string>,
    start: (tx: Tx, work: BegunWork, mutation: Mutation) => Promise<T>,
    seal?: Seal,
  ): Promise<Reply | T> {
    return this.#run(async (tx, mutation) => {
      const begun = await this.#parts.answers.begin(tx, keyed, () => store(tx, mutation), seal);
      if (begun.kind === 'answered') return begun.reply;
      const started = await start(tx, { workId: begun.workId, isResumed: begun.kind === 'resumed' }, mutation);
      if (begun.kind === 'begun' && begun.isFirst) mutation.tellLine(keyed, undefined);
      return started;
    });
  }

  /** The second half: `work` records the outcome and builds the answer. */
  finish(keyed: Keyed, work: (tx: Tx, mutation: Mutation) => Promise<unknown>, seal?: Seal): Promise<Reply> {
    return this.run((tx, mutation) => this.#parts.answers.finish(tx, keyed, () => work(tx, mutation), seal));
  }

  /** Instead of the second half, for a run that failed without an effect: the next run of its key begins again. */
  giveBack(keyed: Keyed): Promise<void> {
    return this.run((tx) => this.#parts.answers.giveBack(tx, keyed));
  }

  /** Applies the effect of a message; a repeated message has no effect. */
  receive(messageId: string, work: (tx: Tx, mutation: Mutation) => Promise<void>): Promise<void> {
    return this.receiveAll([messageId], async (tx, fresh, mutation) => {
      if (fresh.has(messageId)) await work(tx, mutation);
    });
  }

  /** Like `receive`, for many messages at once; `fresh` holds the ids that are received for the first time. */
  receiveAll<T>(
    messageIds: readonly string[],
    work: (tx: Tx, fresh: ReadonlySet<string>, mutation: Mutation) => Promise<T>,
  ): Promise<T> {
    return this.run(async (tx, mutation) => work(tx, await this.#parts.inbox.receive(tx, messageIds), mutation));
  }

  /** Opens every transaction. */
  async #run<T>(work: (tx: Tx, mutation: OpenMutation) => Promise<T>): Promise<T> {
    const { transaction, outbox, relay } = this.#parts;
    const mutation = new OpenMutation();
    const { result, facts } = await transaction(async (tx) => {
      const done = await work(tx, mutation);
      const told = mutation.takeFacts();
      await outbox.write(tx, told);
      for (const step of mutation.lastSteps) await step();
      return { result: done, facts: told };
    });
    if (facts.length > 0) relay.wake(facts.map(({ subject }) => laneOf(subject)));
    for (const step of mutation.laterSteps) step();
    return result;
  }
}
