import type pg from 'pg';
import { sqlOf, type Connection } from './sql.ts';

/** A process that stops between two statements must not hold its rows for ever. */
const BEGIN = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '10s'`;

/** One transaction waits for others at most; the caller's deadline is 5 s. */
const PRISMA_LIMITS = { maxWait: 4_000, timeout: 5_000 };

/** What a generated Prisma client offers; `Tx` is its transaction. */
export interface PrismaTransactions<Tx> {
  $transaction<T>(work: (tx: Tx) => Promise<T>, limits: typeof PRISMA_LIMITS): Promise<T>;
}

/** Commits when the work succeeds. On a plain connection: without Prisma's limits and overhead. */
export async function transaction<T>(pool: pg.Pool, work: (connection: Connection) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query(BEGIN);
    const result = await work({ ...sqlOf(client), query: client.query.bind(client) });
    await client.query('COMMIT');
    isBroken = false;
    return result;
  } catch (error) {
    // A connection that cannot even roll back is thrown away.
    await client.query('ROLLBACK').then(
      () => (isBroken = false),
      () => undefined,
    );
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** The same on a Prisma client. */
export function prismaTransaction<Tx, T>(prisma: PrismaTransactions<Tx>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return prisma.$transaction(work, PRISMA_LIMITS);
}
