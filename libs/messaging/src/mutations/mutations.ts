// Imports single modules of the contract: the operator's command line uses this file and should not load all schemas.
import { auditSubject } from '@vedette/contract/audit';
import { newId } from '@vedette/contract/ids';
import type { Sql } from '@vedette/database';
import { auditLines, auditMessages, type AuditDetails } from './audit-line.ts';
import type { IdempotentAnswers, Keyed, Seal } from './idempotent-answers.ts';
import type { Inbox } from './inbox.ts';
import { laneOf, type Outbox, type OutboxMessage } from './outbox.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import { Reply } from '../rpc/reply.ts';

/** A transaction that can record facts: they are sent if, and only if, it commits. */
export type Telling<Tx> = Tx & {
  /** All facts of a transaction are written together, before the steps `atEnd`. */
  tell(facts: readonly OutboxMessage[]): Promise<void>;
  /** Says what the answer of the mutation does not show, for its line in the audit log. */
  describe(details: AuditDetails): void;
  /** Runs a step right before the commit, after everything else is written: for a lock that many others wait for. */
  atEnd(step: () => Promise<void>): void;
  /** Runs a step after the commit, for a signal that a lost process may fail to give. */
  afterCommit(step: () => void): void;
};

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
  run<T>(work: (tx: Telling<Tx>) => Promise<T>): Promise<T> {
    return this.#run((tx) => work(tx));
  }

  /** Makes a change once per idempotency key: a repeated request gets the stored answer. */
  once(keyed: Keyed, work: (tx: Telling<Tx>, now: Date) => Promise<unknown>, seal?: Seal): Promise<Reply> {
    return this.#audited(keyed, (tx, noted) =>
      this.#parts.answers.once(tx, keyed, () => noted(work(tx, new Date())), seal),
    );
  }

  /**
   * Like `once`, with a preparation that is slow or asks other services and so runs outside the transaction. A repeated
   * request does not prepare again, since the things it refers to may be gone.
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
   * The first half of a mutation with an outside effect; it commits, with its line in the audit log, before the mutation
   * acts. `store` runs once per key and returns the id of the stored work. `start` runs every time, unless the key
   * already has an answer.
   */
  begin<T>(
    keyed: Keyed,
    store: (tx: Telling<Tx>) => Promise<string>,
    start: (tx: Telling<Tx>, work: BegunWork) => Promise<T>,
    seal?: Seal,
  ): Promise<Reply | T> {
    return this.#run(async (tx, details) => {
      const begun = await this.#parts.answers.begin(tx, keyed, () => store(tx), seal);
      if (begun.kind === 'answered') return begun.reply;
      const started = await start(tx, { workId: begun.workId, isResumed: begun.kind === 'resumed' });
      if (begun.kind === 'begun' && begun.isFirst) await this.#writeLine(tx, keyed, undefined, details());
      return started;
    });
  }

  /** The second half: `work` records the outcome and builds the answer. */
  finish(keyed: Keyed, work: (tx: Telling<Tx>) => Promise<unknown>, seal?: Seal): Promise<Reply> {
    return this.run((tx) => this.#parts.answers.finish(tx, keyed, () => work(tx), seal));
  }

  /** Instead of the second half, for a run that failed without an effect: the next run of its key begins again. */
  giveBack(keyed: Keyed): Promise<void> {
    return this.run((tx) => this.#parts.answers.giveBack(tx, keyed));
  }

  /** Applies the effect of a message; a repeated message has no effect. */
  receive(messageId: string, work: (tx: Telling<Tx>) => Promise<void>): Promise<void> {
    return this.receiveAll([messageId], async (tx, fresh) => {
      if (fresh.has(messageId)) await work(tx);
    });
  }

  /** Like `receive`, for many messages at once; `fresh` holds the ids that are received for the first time. */
  receiveAll<T>(
    messageIds: readonly string[],
    work: (tx: Telling<Tx>, fresh: ReadonlySet<string>) => Promise<T>,
  ): Promise<T> {
    return this.run(async (tx) => work(tx, await this.#parts.inbox.receive(tx, messageIds)));
  }

  /**
   * Writes the audit log in the transaction of a client's change. A replayed answer changes nothing, so it leaves no
   * line. `noted` keeps the answer, which names the resource.
   */
  #audited(
    keyed: Keyed,
    change: (tx: Telling<Tx>, noted: (answer: Promise<unknown>) => Promise<unknown>) => Promise<Reply>,
  ): Promise<Reply> {
    return this.#run(async (tx, details) => {
      let answer: unknown;
      const reply = await change(tx, async (given) => (answer = await given));
      if (!reply.isReplayed) await this.#writeLine(tx, keyed, answer, details());
      return reply;
    });
  }

  /** Nothing for a request that leaves no line. */
  async #writeLine(
    tx: Telling<Tx>,
    { act, organizationId }: Keyed,
    answer: unknown,
    details: AuditDetails,
  ): Promise<void> {
    if (act === undefined) return;
    const now = new Date();
    const subject = auditSubject(act.service);
    const lines = auditLines(act, organizationId, answer, details, now);
    const messages = auditMessages(lines.map((line) => Object.assign({ id: newId('aud', now.getTime()) }, line)));
    await tx.tell(messages.map((payload) => ({ id: payload.id, organizationId, subject, payload })));
  }

  /** Opens every transaction. */
  async #run<T>(work: (tx: Telling<Tx>, details: () => AuditDetails) => Promise<T>): Promise<T> {
    const { transaction, outbox, relay } = this.#parts;
    let told: OutboxMessage[] = [];
    let laterSteps: (() => void)[] = [];
    const result = await transaction(async (tx) => {
      let details: AuditDetails = {};
      told = [];
      const lastSteps: (() => Promise<void>)[] = [];
      laterSteps = [];
      let areWritten = false;
      const own: Own = {
        tell: async (facts) => {
          if (areWritten) throw new Error('The facts of this transaction are written already');
          for (const fact of facts) told.push(fact);
        },
        describe: (more) => (details = { ...details, ...more }),
        atEnd: (step) => lastSteps.push(step),
        afterCommit: (step) => laterSteps.push(step),
      };
      const done = await work(telling(tx, own), () => details);
      areWritten = true;
      await outbox.write(tx, told);
      for (const step of lastSteps) await step();
      return done;
    });
    if (told.length > 0) relay.wake(told.map(({ subject }) => laneOf(subject)));
    for (const step of laterSteps) step();
    return result;
  }
}

/** The methods of `Telling` that the transaction itself does not have. */
type Own = Pick<Telling<unknown>, 'tell' | 'describe' | 'atEnd' | 'afterCommit'>;

/**
 * Uses a proxy: all Prisma transactions share one underlying object, so a method cannot be added to a single one. A
 * transaction is itself a proxy; if it were the target, every read would also ask it for the property's descriptor.
 */
function telling<Tx extends Sql>(tx: Tx, own: Own): Telling<Tx> {
  return new Proxy({} as Telling<Tx>, {
    get: (_target, key) => (Object.hasOwn(own, key) ? own[key as keyof Own] : (Reflect.get(tx, key) as unknown)),
  });
}
