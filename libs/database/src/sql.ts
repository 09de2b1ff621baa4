import type pg from 'pg';
import type { StatementNames } from './statement-names.ts';

/** Raw SQL on a Prisma client, on one of its transactions, on a pool or on a connection. */
export interface Sql {
  $queryRawUnsafe<T = unknown>(query: string, ...values: unknown[]): PromiseLike<T>;
  $executeRawUnsafe(query: string, ...values: unknown[]): PromiseLike<number>;
}

/** A connection in a transaction. `query` also takes named statements, which are prepared once per connection. */
export interface Connection extends Sql {
  readonly query: pg.PoolClient['query'];
}

/** How many rows there are. `rows` follows FROM: a table, and perhaps a condition. */
export async function countOf(sql: Sql, rows: string, ...values: unknown[]): Promise<number> {
  const counted = await sql.$queryRawUnsafe<{ count: number }[]>(
    `SELECT count(*)::integer AS count FROM ${rows}`,
    ...values,
  );
  return counted[0]?.count ?? 0;
}

/** Raw SQL without Prisma. On a pool, each statement is a transaction of its own. */
export function sqlOf(client: pg.Pool | pg.PoolClient): Sql {
  return {
    $queryRawUnsafe: async <T>(query: string, ...values: unknown[]) => (await client.query(query, values)).rows as T,
    $executeRawUnsafe: async (query, ...values) => (await client.query(query, values)).rowCount ?? 0,
  };
}

/** Like `sqlOf`, for statements that run often: each is planned once per connection, not every time. */
export function preparedSqlOf(client: pg.PoolClient, names: StatementNames): Sql {
  const run = (text: string, values: unknown[]): Promise<pg.QueryResult> =>
    client.query({ name: names.of(text), text, values });
  return {
    $queryRawUnsafe: async <T>(query: string, ...values: unknown[]) => (await run(query, values)).rows as T,
    $executeRawUnsafe: async (query, ...values) => (await run(query, values)).rowCount ?? 0,
  };
}
