import type pg from 'pg';
import { preparedSqlOf, sqlOf, type Connection, type TaggedSql } from './sql.ts';
import type { StatementNames } from './statement-names.ts';

/** Bounds how long a process that stops between two statements can keep its rows locked. */
const BEGIN = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '10s'`;

/** Most callers wait for 5 s. */
const BEGIN_REQUEST = `${BEGIN}; SET LOCAL statement_timeout = '5s'`;

/** Prisma's limits for the wait for a transaction and for the transaction itself; the caller's deadline is 5 s. */
const PRISMA_LIMITS = { maxWait: 4_000, timeout: 5_000 };

/** The part of a generated Prisma client that is used here; `Tx` is its transaction. */
export interface PrismaTransactions<Tx> {
  $transaction<T>(work: (tx: Tx) => Promise<T>, limits: typeof PRISMA_LIMITS): Promise<T>;
}

/** Commits if the work succeeds. It uses a plain connection, without Prisma's limits and overhead. */
export function transaction<T>(pool: pg.Pool, work: (connection: Connection) => Promise<T>): Promise<T> {
  return inTransaction(pool, BEGIN, (client) => work({ ...sqlOf(client), query: client.query.bind(client) }));
}

/**
 * Like `transaction`, for changes of a few rows that a client asks for: statements are prepared, and each ends when most
 * requests would have to be answered.
 */
export function preparedTransaction<T>(
  pool: pg.Pool,
  names: StatementNames,
  work: (sql: TaggedSql) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, BEGIN_REQUEST, (client) => work(preparedSqlOf(client, names)));
}

/** Like `transaction`, on a Prisma client. */
export function prismaTransaction<Tx, T>(prisma: PrismaTransactions<Tx>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return prisma.$transaction(work, PRISMA_LIMITS);
}

async function inTransaction<T>(pool: pg.Pool, begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('COMMIT');
    isBroken = false;
    return result;
  } catch (error) {
    // A connection that cannot roll back is discarded.
    await client.query('ROLLBACK').then(
      () => (isBroken = false),
      () => undefined,
    );
    throw error;
  } finally {
    client.release(isBroken);
  }
}
