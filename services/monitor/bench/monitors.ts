import type pg from 'pg';
import { nextSlotAfter } from '../dist/schedule/check-slots.js';

export interface BenchMonitors {
  readonly monitors: readonly { readonly id: string; readonly organizationId: string }[];
  readonly url: string;
  readonly intervalSeconds: number;
  readonly timeoutSeconds: number;
}

/** Puts monitors that have been UP into the tables, each due at its own slot. */
export async function insertMonitors(
  pool: pg.Pool,
  { monitors, url, intervalSeconds, timeoutSeconds }: BenchMonitors,
): Promise<void> {
  const now = new Date();
  const ids = monitors.map(({ id }) => id);
  const organizationIds = monitors.map(({ organizationId }) => organizationId);
  await pool.query(
    `INSERT INTO monitor.monitor (id, organization_id, name, type, url, method, expected_status, follow_redirects,
       verify_ssl, keyword_match, dns_record_type, dns_alert_on_change, ssl_expiry_threshold_days, interval_seconds,
       timeout_seconds, grace_seconds, degraded_threshold_mode, degraded_samples, created_at, updated_at)
     SELECT id, org, 'Bench', 'HTTP', $3, 'GET', '{200}', true, true, 'EXISTS', 'A', true, 2, $4, $5, 60,
       'LAST', 3, $6, $6 FROM unnest($1::text[], $2::text[]) AS n (id, org)`,
    [ids, organizationIds, url, intervalSeconds, timeoutSeconds, now],
  );
  await pool.query(
    `INSERT INTO monitor.monitor_count
     SELECT org, count(*) FROM unnest($1::text[]) AS org GROUP BY 1
     ON CONFLICT (organization_id) DO UPDATE SET monitors = monitor_count.monitors + EXCLUDED.monitors`,
    [organizationIds],
  );
  await pool.query(`INSERT INTO monitor.state_change SELECT id, $2, 'UP' FROM unnest($1::text[]) AS id`, [ids, now]);
  await pool.query(
    `INSERT INTO monitor.monitor_runtime
       (monitor_id, organization_id, state, epoch, interval_seconds, next_check_at, last_status_changed_at, observed_at)
     SELECT id, org, 'UP', 1, $3, due, $5, $5
     FROM unnest($1::text[], $2::text[], $4::timestamptz[]) AS n (id, org, due)`,
    [
      ids,
      organizationIds,
      intervalSeconds,
      ids.map((monitorId) => nextSlotAfter({ monitorId, intervalSeconds }, now)),
      now,
    ],
  );
}

/** Does what autovacuum has done wherever monitors were created over days. */
export async function vacuum(pool: pg.Pool): Promise<void> {
  await pool.query('VACUUM ANALYZE monitor.monitor, monitor.monitor_runtime, monitor.monitor_listing');
}
