import { assertMigrated } from '@vedette/database';
import type { ReadinessCheck } from '@vedette/telemetry';
import type { Pool } from 'pg';

/** Ready only with a PostgreSQL that answers and has every migration this build needs. */
export function databaseCheck(pool: Pool, serviceDirectory: string): ReadinessCheck {
  let isMigrated = false;
  return {
    name: 'database',
    check: async () => {
      try {
        if (isMigrated) await pool.query('SELECT 1');
        else await assertMigrated(pool, serviceDirectory);
        isMigrated = true;
        return null;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  };
}
