import type { Monitor } from '@vedette/contract';
import type pg from 'pg';

/**
 * Copies of a monitor as rows of the database, for suites that need more monitors than they could create in time. Nobody
 * hears of their creation, and they are never due by themselves.
 */
export async function copyMonitor(database: pg.Pool, { id }: Monitor, copies: number): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `WITH copied AS (
       INSERT INTO monitor.monitor OVERRIDING SYSTEM VALUE
       SELECT copy.* FROM generate_series(1, $2::integer) AS n, monitor.monitor AS first,
         jsonb_populate_record(first, jsonb_build_object(
           'id', first.id || 'copy' || n, 'name', first.name || ' ' || n,
           'number', nextval(pg_get_serial_sequence('monitor.monitor', 'number'))
         )) AS copy
       WHERE first.id = $1 RETURNING id
     ), counted AS (
       UPDATE monitor.monitor_count SET monitors = monitors + $2
       WHERE organization_id = (SELECT organization_id FROM monitor.monitor WHERE id = $1)
     )
     INSERT INTO monitor.monitor_runtime
     SELECT copy.* FROM copied, monitor.monitor_runtime AS first,
       jsonb_populate_record(first, jsonb_build_object('monitor_id', copied.id, 'next_check_at', null)) AS copy
     WHERE first.monitor_id = $1 RETURNING monitor_id AS id`,
    [id, copies],
  );
  return rows.map((row) => row.id);
}
