import pg from 'pg';
import type { FaultKind } from '../fault-kind.ts';

/** PostgreSQL ends every session of the services, in whatever transaction they are. */
export const backendTermination: FaultKind = {
  title: 'termination of all PostgreSQL backends',
  touches: 'postgres',
  weight: 1,
  inject: async (system) => {
    const client = new pg.Client({ connectionString: system.stack.databaseUrl });
    await client.connect();
    try {
      const { rowCount } = await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name LIKE 'vedette-%'`,
      );
      return { what: `${rowCount} backends`, endedAt: Date.now() };
    } finally {
      await client.end();
    }
  },
};
