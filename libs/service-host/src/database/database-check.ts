import { assertMigrated } from '@vedette/database';
import type { Pool } from 'pg';
import type { ReadinessCheck } from '../internal-server.ts';

/** Ready only if PostgreSQL answers and has every migration that this build needs. */
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
