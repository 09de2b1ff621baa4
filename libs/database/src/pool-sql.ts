import type pg from 'pg';
import type { Sql } from './prisma.ts';

/** Raw SQL outside of a Prisma client: on the pool itself, each statement in a transaction of its own. */
export function poolSql(pool: pg.Pool): Sql {
  return {
    $queryRawUnsafe: async <T>(query: string, ...values: unknown[]) => (await pool.query(query, values)).rows as T,
    $executeRawUnsafe: async (query, ...values) => (await pool.query(query, values)).rowCount ?? 0,
  };
}
