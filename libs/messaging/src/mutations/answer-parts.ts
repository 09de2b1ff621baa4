import type { Sql } from '@vedette/database';

/** The parts of stored answers that are too large to hold in memory. */
export class AnswerParts {
  readonly #table: string;
  readonly #sql: Sql;

  /** `sql` reads the parts after the transactions that wrote or found them. */
  constructor(schema: string, sql: Sql) {
    this.#table = `${schema}.idempotent_answer_part`;
    this.#sql = sql;
  }

  /** Replaces a part of an earlier, expired use of the key. */
  async write(tx: Sql, organizationId: string, key: string, number: number, text: string): Promise<void> {
    await tx.$executeRawUnsafe(
      `INSERT INTO ${this.#table} (organization_id, key, number, text) VALUES ($1, $2, $3, $4)
       ON CONFLICT (organization_id, key, number) DO UPDATE SET text = EXCLUDED.text`,
      organizationId,
      key,
      number,
      text,
    );
  }

  async *read(organizationId: string, key: string, count: number): AsyncGenerator<string, void, undefined> {
    for (let number = 0; number < count; number += 1) {
      const rows = await this.#sql.$queryRawUnsafe<{ text: string }[]>(
        `SELECT text FROM ${this.#table} WHERE organization_id = $1 AND key = $2 AND number = $3`,
        organizationId,
        key,
        number,
      );
      if (rows[0] === undefined) throw new Error(`Part ${number} of the answer under the key ${key} is gone`);
      yield rows[0].text;
    }
  }
}
