import pg from 'pg';
import { takeTurns } from './pool-turns.ts';

export interface PoolOptions {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly service: string;
  readonly maxConnections: number;
  readonly onError: (error: Error) => void;
  /** In whose name a connection is asked for now; none: the service's own. */
  readonly organizationId?: () => string | undefined;
}

/** A bounded pool for whose connections organizations take turns. All waits end: a PostgreSQL that is away fails a request within seconds instead of hanging it. */
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
  });
  // An idle connection that breaks emits here; without a listener it would end the process.
  pool.on('error', options.onError);
  // So does one that is in use and between two queries: whoever uses it learns it from the next one.
  pool.on('connect', (client) => client.on('error', () => undefined));
  takeTurns(pool, options.organizationId ?? (() => undefined));
  return pool;
}
