import { transaction } from '@vedette/database';
import type { Pool } from 'pg';
import { KEY_ID_BYTES } from './secret-box.ts';

export interface SealedColumnName {
  /** The table's name with its schema. The table needs an index on `substr(column, 1, 4)`, the ids of keys. */
  readonly table: string;
  readonly column: string;
  readonly idColumn: string;
  /** The column, or an expression of columns, with the context of each secret, such as the id of its owner. */
  readonly contextColumn: string;
}

/** The statements that replace the key of a column of sealed secrets; NULL is no secret. */
export class SealedColumn {
  readonly #pool: Pool;
  readonly #name: SealedColumnName;
  readonly #keyOf: string;

  constructor(pool: Pool, name: SealedColumnName) {
    this.#pool = pool;
    this.#name = name;
    this.#keyOf = `substr(${name.column}, 1, ${KEY_ID_BYTES})`;
  }

  /** Steps through the index from one key id to the next, so that the cost does not grow with the number of secrets. */
  async keyIdsInUse(): Promise<string[]> {
    const [{ table, column }, key] = [this.#name, this.#keyOf];
    const { rows } = await this.#pool.query<{ keyId: string }>(`
      WITH RECURSIVE used AS (
        (SELECT ${key} AS key FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${key} LIMIT 1)
        UNION ALL
        SELECT (
          SELECT ${key} FROM ${table} WHERE ${column} IS NOT NULL AND ${key} > used.key ORDER BY ${key} LIMIT 1
        ) FROM used WHERE used.key IS NOT NULL
      )
      SELECT encode(key, 'hex') AS "keyId" FROM used WHERE key IS NOT NULL`);
    return rows.map(({ keyId }) => keyId);
  }

  async count(keyIds: readonly string[]): Promise<number> {
    const { rows } = await this.#pool.query<{ secrets: number }>(
      `SELECT count(*)::integer AS secrets FROM ${this.#name.table}
       WHERE ${this.#name.column} IS NOT NULL AND ${this.#keyOf} = ANY ($1::bytea[])`,
      [bytesOf(keyIds)],
    );
    return rows[0]?.secrets ?? 0;
  }

  /** Reseals up to `limit` secrets that are sealed with one of the keys, and returns how many it resealed. */
  reseal(
    keyIds: readonly string[],
    sealAnew: (sealed: Buffer, context: string) => Buffer,
    limit: number,
  ): Promise<number> {
    const { table, column, idColumn, contextColumn } = this.#name;
    return transaction(this.#pool, async (client) => {
      const { rows } = await client.query<{ id: string; context: string; sealed: Buffer }>(
        `SELECT ${idColumn} AS id, ${contextColumn} AS context, ${column} AS sealed FROM ${table}
         WHERE ${column} IS NOT NULL AND ${this.#keyOf} = ANY ($1::bytea[]) LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
        [bytesOf(keyIds), limit],
      );
      for (const { id, context, sealed } of rows) {
        const update = `UPDATE ${table} SET ${column} = $2 WHERE ${idColumn} = $1`;
        await client.query(update, [id, sealAnew(sealed, context)]);
      }
      return rows.length;
    });
  }
}

function bytesOf(keyIds: readonly string[]): Buffer[] {
  return keyIds.map((keyId) => Buffer.from(keyId, 'hex'));
}
