import type { Sql } from '@vedette/database';
import type { Idempotency } from '@vedette/contract';
import { AnswerParts } from './answer-parts.ts';
import type { Act } from '../rpc/act.ts';
import { PiecewiseAnswer } from '../rpc/piecewise-answer.ts';
import { Reply } from '../rpc/reply.ts';

/** Encrypts an answer that contains a secret, so that the table does not reveal it. */
export interface Seal {
  seal(text: string): Buffer;
  open(sealed: Buffer): string;
}

/** At most a megabyte of UTF-8. */
const PART_CHARACTERS = 256 * 1024;

const PLAIN: Seal = {
  seal: (text) => Buffer.from(text, 'utf8'),
  open: (bytes) => bytes.toString('utf8'),
};

/** The outcome of the first half of a mutation with an outside effect. */
export type Begun =
  /** This run does the work. `isFirst` is false if an earlier run of the key gave the work back. */
  | { readonly kind: 'begun'; readonly workId: string; readonly isFirst: boolean }
  /** An earlier run began the work; it is still running or was interrupted. */
  | { readonly kind: 'resumed'; readonly workId: string }
  | { readonly kind: 'answered'; readonly reply: Reply };

export interface Keyed {
  readonly organizationId: string;
  readonly idempotency: Idempotency | undefined;
  /** Present if the mutation leaves a line in the audit log. */
  readonly act?: Act | undefined;
}

/**
 * Makes a keyed mutation happen once: its answer is written in its own transaction. The key's row is written first, so
 * a second request with the same key waits for the first one's commit and then finds the answer.
 */
export class IdempotentAnswers {
  readonly #table: string;
  readonly #sql: Sql;
  readonly #parts: AnswerParts;

  /** `sql` reads large answers after their transactions have ended. */
  constructor(schema: string, sql: Sql) {
    this.#table = `${schema}.idempotent_answer`;
    this.#sql = sql;
    this.#parts = new AnswerParts(schema, sql);
  }

  async once(tx: Sql, keyed: Keyed, work: () => Promise<unknown>, seal: Seal = PLAIN): Promise<Reply> {
    const { organizationId, idempotency } = keyed;
    if (idempotency === undefined) return this.#unstored(await work());
    if (!(await this.#claim(tx, organizationId, idempotency))) {
      const known = await this.find(tx, keyed, seal);
      if (known === undefined) throw laterRequest(idempotency);
      return known;
    }
    return this.#store(tx, organizationId, idempotency.key, await work(), seal);
  }

  /**
   * The first half of a mutation with an outside effect. Its transaction commits before the mutation acts, so that
   * every run of the key uses the same stored work. `work` returns the id of that stored work.
   */
  async begin(tx: Sql, keyed: Keyed, work: () => Promise<string>, seal: Seal = PLAIN): Promise<Begun> {
    const { organizationId, idempotency } = keyed;
    if (idempotency === undefined) return { kind: 'begun', workId: await work(), isFirst: true };
    const isFirst = await this.#claim(tx, organizationId, idempotency);
    // The claim has locked the row, also if it failed.
    const known = await this.#row(tx, organizationId, idempotency);
    if (known === undefined) throw laterRequest(idempotency);
    const reply = this.#replayed(known, keyed, seal);
    if (reply !== undefined) return { kind: 'answered', reply };
    if (known.workId !== null) return { kind: 'resumed', workId: known.workId };
    const workId = await work();
    await tx.$executeRawUnsafe(
      `UPDATE ${this.#table} SET work_id = $3 WHERE organization_id = $1 AND key = $2`,
      organizationId,
      idempotency.key,
      workId,
    );
    return { kind: 'begun', workId, isFirst };
  }

  /** For a run that has begun and failed: the next run of its key begins the work again. */
  async giveBack(sql: Sql, { organizationId, idempotency }: Keyed): Promise<void> {
    if (idempotency === undefined) return;
    await sql.$executeRawUnsafe(
      `UPDATE ${this.#table} SET work_id = NULL
       WHERE organization_id = $1 AND key = $2 AND created_at = $3::timestamptz`,
      organizationId,
      idempotency.key,
      idempotency.createdAt,
    );
  }

  /**
   * The second half: `work` records the outcome and builds the answer. It always runs, since the outside effect cannot
   * be undone. If runs overlap, all of them return the answer of the first run to finish.
   */
  async finish(tx: Sql, keyed: Keyed, work: () => Promise<unknown>, seal: Seal = PLAIN): Promise<Reply> {
    const { organizationId, idempotency } = keyed;
    if (idempotency === undefined) return this.#unstored(await work());
    // Locks the key's row before the rows of `work`, in the same order as the first half, to avoid deadlocks.
    const known = await this.#row(tx, organizationId, idempotency, 'FOR UPDATE');
    const answer = await work();
    if (known === undefined) return this.#unstored(answer);
    return this.#replayed(known, keyed, seal) ?? this.#store(tx, organizationId, idempotency.key, answer, seal);
  }

  /** Returns the stored answer of a mutation whose work must not start again, such as a request to a third party. */
  async find(sql: Sql, keyed: Keyed, seal: Seal = PLAIN): Promise<Reply | undefined> {
    const { organizationId, idempotency } = keyed;
    if (idempotency === undefined) return undefined;
    return this.#replayed(await this.#row(sql, organizationId, idempotency), keyed, seal);
  }

  async tidy(sql: Sql): Promise<void> {
    await sql.$executeRawUnsafe(`DELETE FROM ${this.#table} WHERE created_at < now() - interval '25 hours'`);
  }

  /** Erases up to `limit` answers to an organization; returns how many. */
  async erase(organizationId: string, limit: number): Promise<number> {
    return this.#sql.$executeRawUnsafe(
      `DELETE FROM ${this.#table} WHERE organization_id = $1 AND key IN (
         SELECT key FROM ${this.#table} WHERE organization_id = $1 LIMIT $2
       )`,
      organizationId,
      limit,
    );
  }

  async #row(
    sql: Sql,
    organizationId: string,
    { key, createdAt }: Idempotency,
    lock: '' | 'FOR UPDATE' = '',
  ): Promise<AnswerRow | undefined> {
    const rows = await sql.$queryRawUnsafe<AnswerRow[]>(
      `SELECT answer, parts, work_id AS "workId" FROM ${this.#table}
       WHERE organization_id = $1 AND key = $2 AND created_at = $3::timestamptz ${lock}`,
      organizationId,
      key,
      createdAt,
    );
    return rows[0];
  }

  #replayed(row: AnswerRow | undefined, { organizationId, idempotency }: Keyed, seal: Seal): Reply | undefined {
    if (row === undefined || idempotency === undefined) return undefined;
    if (row.parts > 0) return new Reply(this.#parts.read(organizationId, idempotency.key, row.parts), true);
    return row.answer === null ? undefined : new Reply(seal.open(Buffer.from(row.answer)), true);
  }

  #unstored(answer: unknown): Reply {
    return answer instanceof PiecewiseAnswer ? Reply.json(answer.read(this.#sql)) : Reply.of(answer);
  }

  async #store(tx: Sql, organizationId: string, key: string, answer: unknown, seal: Seal): Promise<Reply> {
    if (answer instanceof PiecewiseAnswer) return this.#storeInParts(tx, organizationId, key, answer);
    const body = JSON.stringify(answer);
    await this.#write(tx, organizationId, key, seal.seal(body));
    return Reply.json(body);
  }

  /** Stores each part as it is read, so that neither this process nor PostgreSQL holds the whole answer. */
  async #storeInParts(tx: Sql, organizationId: string, key: string, answer: PiecewiseAnswer): Promise<Reply> {
    let count = 0;
    let text = '';
    for await (const piece of answer.read(tx)) {
      if (text.length + piece.length > PART_CHARACTERS && text !== '') {
        await this.#parts.write(tx, organizationId, key, count, text);
        count += 1;
        text = '';
      }
      text += piece;
    }
    if (count === 0) {
      await this.#write(tx, organizationId, key, PLAIN.seal(text));
      return Reply.json(text);
    }
    await this.#parts.write(tx, organizationId, key, count, text);
    await this.#write(tx, organizationId, key, null, count + 1);
    return Reply.json(this.#parts.read(organizationId, key, count + 1));
  }

  async #write(tx: Sql, organizationId: string, key: string, answer: Uint8Array | null, parts = 0): Promise<void> {
    await tx.$executeRawUnsafe(
      `UPDATE ${this.#table} SET answer = $3, parts = $4 WHERE organization_id = $1 AND key = $2`,
      organizationId,
      key,
      answer,
      parts,
    );
  }

  /** Returns false if this use of the key already has a row. The row of an expired or freed use is replaced. */
  async #claim(tx: Sql, organizationId: string, { key, createdAt }: Idempotency): Promise<boolean> {
    const claimed = await tx.$executeRawUnsafe(
      `INSERT INTO ${this.#table} AS known (organization_id, key, created_at) VALUES ($1, $2, $3::timestamptz)
       ON CONFLICT (organization_id, key) DO UPDATE SET created_at = EXCLUDED.created_at, work_id = NULL, answer = NULL,
         parts = 0
       WHERE known.created_at < EXCLUDED.created_at`,
      organizationId,
      key,
      createdAt,
    );
    return claimed === 1;
  }
}

interface AnswerRow {
  readonly answer: Uint8Array | null;
  readonly parts: number;
  readonly workId: string | null;
}

/** The request outlived its key's 24 hours or its own failure, and a later request has used the key since. */
function laterRequest({ key }: Idempotency): Error {
  return new Error(`Idempotency key ${key} belongs to a later request`);
}
