import { createPool, type PoolOptions } from '@vedette/database';
import { currentOrganizationId } from '@vedette/telemetry';
import type { Pool } from 'pg';
import type { DatabaseConfig } from '../config.ts';
import { databaseCheck } from './database-check.ts';
import type { Host } from '../host.ts';
import { tracePool } from './trace-pool.ts';

export type PlanOptions = Pick<PoolOptions, 'avoidsScans'>;

/** Opens the only pool of a service. It is closed after everything that uses it has stopped. */
export function openPool(host: Host, config: DatabaseConfig, serviceDirectory: string, plans: PlanOptions = {}): Pool {
  const { name, logger, metrics, internalServer, lifecycle } = host;
  const pool = createPool({
    url: config.databaseUrl,
    service: name,
    maxConnections: config.databaseMaxConnections,
    onError: (error) => logger.warn({ error }, 'an idle PostgreSQL connection broke'),
    organizationId: currentOrganizationId,
    ...plans,
  });
  tracePool(pool);
  metrics.observedGauge(
    'database_connections_waited_for',
    'Statements that wait for a connection of the pool',
    () => pool.waitingCount,
  );
  internalServer.addCheck(databaseCheck(pool, serviceDirectory));
  lifecycle.add('pool', { stop: () => pool.end() });
  return pool;
}
