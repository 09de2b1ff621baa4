import type pg from 'pg';

/** Moves all times of a cron job into the past by this duration. */
export async function letPass(pool: pg.Pool, monitorId: string, seconds: number): Promise<void> {
  await pool.query(
    `UPDATE monitor.heartbeat SET last_ping_at = last_ping_at - $2 * interval '1 second',
       counts_from_at = counts_from_at - $2 * interval '1 second' WHERE monitor_id = $1`,
    [monitorId, seconds],
  );
  await pool.query(
    `UPDATE monitor.monitor_runtime SET deadline_at = deadline_at - $2 * interval '1 second',
       last_slot_at = last_slot_at - $2 * interval '1 second',
       last_status_changed_at = last_status_changed_at - $2 * interval '1 second',
       observed_at = observed_at - $2 * interval '1 second' WHERE monitor_id = $1`,
    [monitorId, seconds],
  );
}
