import { newId } from '@vedette/contract';
import pg from 'pg';
import { insertMonitors, vacuum, type BenchMonitors } from './monitors.ts';

// Inserts monitors for a benchmark of the whole system. Runs the build in its own process.

interface Order extends Omit<BenchMonitors, 'monitors'> {
  readonly organizationIds: readonly string[];
  readonly countOfEach: number;
}

const [databaseUrl = '', order = ''] = process.argv.slice(2);
const { organizationIds, countOfEach, ...shared } = JSON.parse(order) as Order;

const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
const monitors = organizationIds.flatMap((organizationId) =>
  Array.from({ length: countOfEach }, () => ({ id: newId('mon'), organizationId })),
);
await insertMonitors(pool, { monitors, ...shared });
await vacuum(pool);
await pool.end();
