import type { Sql } from '@vedette/database';
import type { Idempotency } from '@vedette/contract';
import { Reply } from './reply.ts';

/** Hides an answer that holds a secret from whoever reads the table. */
export interface Seal {
  seal(text: string): Buffer;
  open(sealed: Buffer): string;
}

const PLAIN: Seal = {
  seal: (text) => Buffer.from(text, 'utf8'),
  open: (bytes) => bytes.toString('utf8'),
};

export interface Keyed {
  readonly organizationId: string;
  readonly idempotency: Idempotency | undefined;
}

/**
 * Makes a keyed mutation happen once: its answer is written in its own transaction. The key's row comes first, so a
 * second request with the same key waits for the first one's commit and then finds the answer.
 */
export class IdempotentAnswers {
  readonly #table: string;

  constructor(schema: string) {
    this.#table = `${schema}.idempotent_answer`;
  }

  async once(tx: Sql, keyed: Keyed, work: () => Promise<unknown>, seal: Seal = PLAIN): Promise<Reply> {
    const { organizationId, idempotency } = keyed;
    if (idempotency === undefined) return Reply.of(await work());
    if (!(await this.#claim(tx, organizationId, idempotency))) {
      const known = await this.find(tx, keyed, seal);
      // A request that outlived its key's 24 hours, or its own failure: somebody has used the key anew since.
      if (known === undefined) throw new Error(`Idempotency key ${idempotency.key} belongs to a later request`);
      return known;
    }
    const reply = Reply.of(await work());
    await tx.$executeRawUnsafe(
      `UPDATE ${this.#table} SET answer = $3 WHERE organization_id = $1 AND key = $2`,
      organizationId,
      idempotency.key,
      seal.seal(reply.body),
    );
    return reply;
  }

  /** The stored answer of a mutation whose work must not start again, such as one that reaches out to a third party. */
  async find(sql: Sql, keyed: Keyed, seal: Seal = PLAIN): Promise<Reply | undefined> {
    const { organizationId, idempotency } = keyed;
    if (idempotency === undefined) return undefined;
    const rows = await sql.$queryRawUnsafe<{ answer: Uint8Array }[]>(
      `SELECT answer FROM ${this.#table} WHERE organization_id = $1 AND key = $2 AND created_at = $3::timestamptz`,
      organizationId,
      idempotency.key,
      idempotency.createdAt,
    );
    return rows[0] === undefined ? undefined : new Reply(seal.open(Buffer.from(rows[0].answer)), true);
  }

  async tidy(sql: Sql): Promise<void> {
    await sql.$executeRawUnsafe(`DELETE FROM ${this.#table} WHERE created_at < now() - interval '25 hours'`);
  }

  /** False when the key's answer exists. A row from before is an expired or freed use of the same key. */
  async #claim(tx: Sql, organizationId: string, { key, createdAt }: Idempotency): Promise<boolean> {
    const claimed = await tx.$executeRawUnsafe(
      `INSERT INTO ${this.#table} AS known (organization_id, key, created_at) VALUES ($1, $2, $3::timestamptz)
       ON CONFLICT (organization_id, key) DO UPDATE SET created_at = EXCLUDED.created_at, answer = NULL
       WHERE known.created_at < EXCLUDED.created_at`,
      organizationId,
      key,
      createdAt,
    );
    return claimed === 1;
  }
}
