import pg from 'pg';
import { takeTurns } from './pool-turns.ts';

export interface PoolOptions {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly service: string;
  readonly maxConnections: number;
  readonly onError: (error: Error) => void;
  /** The organization for which a connection is requested now; undefined: the service itself. */
  readonly organizationId?: () => string | undefined;
  /**
   * For tables that may be tiny now and hold thousands of rows a second later. A connection keeps the plans of its
   * statements and of foreign keys until PostgreSQL analyses the table; a plan that reads a tiny table row by row would
   * then read thousands of rows for each key. Where a table must be read whole, the plan looks so expensive that
   * PostgreSQL would compile it, so it never does.
   */
  readonly avoidsScans?: boolean;
}

/**
 * A bounded pool for whose connections organizations take turns. Every wait is bounded: while PostgreSQL is away, a
 * request fails within seconds instead of hanging.
 */
export function createPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: `vedette-${options.service}`,
    max: options.maxConnections,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    query_timeout: 20_000,
    keepAlive: true,
    ...(options.avoidsScans === true ? { options: '-c enable_seqscan=off -c jit=off' } : {}),
  });
  // An idle connection that breaks emits this event; without a listener, it would end the process.
  pool.on('error', options.onError);
  // A connection that breaks between two queries emits it too; the next query then reports the failure to the caller.
  pool.on('connect', (client) => client.on('error', () => undefined));
  takeTurns(pool, options.organizationId ?? (() => undefined));
  return pool;
}
