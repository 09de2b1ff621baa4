import { Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import { ServiceDatabase } from '@vedette/service-host';
import type { PoolClient } from 'pg';

export type Connection = PoolClient;

/** A process that stops between two statements must not hold its rows for ever. */
const BEGIN = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '10s'`;

/** Transactions without Prisma in between, for statements that run many times a second over many rows. */
@Injectable()
export class Transactions {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  async run<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#pool.connect();
    let isBroken = true;
    try {
      await connection.query(BEGIN);
      const result = await work(connection);
      await connection.query('COMMIT');
      isBroken = false;
      return result;
    } catch (error) {
      // A connection that cannot even roll back is thrown away.
      await connection.query('ROLLBACK').then(
        () => (isBroken = false),
        () => undefined,
      );
      throw error;
    } finally {
      connection.release(isBroken);
    }
  }
}

/** What raw SQL of the libs and of shared repositories needs, on such a connection. */
export function sqlOf(connection: Connection): Sql {
  return {
    $queryRawUnsafe: async <T>(query: string, ...values: unknown[]) =>
      (await connection.query(query, values)).rows as T,
    $executeRawUnsafe: async (query, ...values) => (await connection.query(query, values)).rowCount ?? 0,
  };
}
