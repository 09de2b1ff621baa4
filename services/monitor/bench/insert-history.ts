import pg from 'pg';
import { endOf, partitionAt, startOf } from '../dist/history/history-partitions.js';
import { countChecks } from '../dist/history/latency-histogram.js';
import { vacuum } from './monitors.ts';

// Gives the monitors of an organization names of their own and a past: an outage every three days, a check an hour, one
// every five minutes in the last two hours, and hours and days that were counted from twelve checks an hour. Runs the
// build in its own process.

interface Order {
  readonly organizationId: string;
  readonly days: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const [databaseUrl = '', order = ''] = process.argv.slice(2);
const { organizationId, days } = JSON.parse(order) as Order;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
const now = new Date();
const today = startOf(partitionAt(now, 'day')).getTime();
const first = today - days * DAY_MS;
const hour = countChecks(Array.from({ length: 12 }, (_, i) => ({ isFailed: false, responseMs: 150 + i * 10 })));

const CHECK_COLUMNS = `(slot_at, monitor_number, epoch, worker_number, verdict, started_ms, took_ms, response_ms, dns_ms,
  connect_ms, tls_ms, first_byte_ms, total_ms)`;
const CHECK = `m.number, 1, w.number, 'SUCCEEDED', 12, 184, 100 + m.number % 200, 4, 21, 38, 110, 184`;
const MONITORS = 'monitor.monitor AS m';
const WORKER = `monitor.check_worker AS w`;
const OURS = `m.organization_id = $1 AND w.name = 'bench'`;

await pool.query(`INSERT INTO monitor.check_region (name) VALUES ('here')`);
await pool.query(
  `INSERT INTO monitor.check_worker (name, region_number)
   SELECT 'bench', number FROM monitor.check_region WHERE name = 'here'`,
);
await pool.query(
  `UPDATE monitor.monitor SET name = 'Service ' || lpad((number * 7919 % 100000)::text, 5, '0'),
     url = 'https://service-' || number || '.shop.test/health', created_at = $2 WHERE organization_id = $1`,
  [organizationId, new Date(first)],
);
await insertOutages();
for (let day = first; day <= today; day += DAY_MS) {
  await addPartition('check_result', partitionAt(new Date(day), 'day'));
  await addPartition('check_rollup_hour', partitionAt(new Date(day), 'month'));
  await fillDay(new Date(day));
}
await insertRecentChecks();
await pool.query(
  `VACUUM ANALYZE monitor.state_change, monitor.check_result, monitor.check_rollup_hour, monitor.check_rollup_day`,
);
await vacuum(pool);
await pool.end();

/** At another time for each monitor. */
async function insertOutages(): Promise<void> {
  await pool.query(
    `INSERT INTO monitor.state_change
     SELECT m.id, part.at, part.state FROM ${MONITORS},
       generate_series($2::timestamptz, $3::timestamptz - interval '1 day', interval '3 days') AS outage (at),
       LATERAL (SELECT outage.at + m.number % 1000 * interval '1 min' AS began_at) AS shifted,
       LATERAL (VALUES (began_at, 'DOWN'::monitor.recorded_state), (began_at + interval '9 min', 'UP')) AS part (at, state)
     WHERE m.organization_id = $1`,
    [organizationId, new Date(first), now],
  );
}

async function addPartition(table: string, name: string): Promise<void> {
  await pool.query(
    `CREATE TABLE IF NOT EXISTS monitor.${table}_${name} PARTITION OF monitor.${table}
     FOR VALUES FROM ('${startOf(name).toISOString()}') TO ('${endOf(name).toISOString()}')`,
  );
}

/** Rows lie on the disk in the order of time, as they do where services write them. */
async function fillDay(day: Date): Promise<void> {
  const hours = Math.min(24, Math.floor((now.getTime() - day.getTime()) / HOUR_MS));
  await pool.query(
    `INSERT INTO monitor.check_result ${CHECK_COLUMNS}
     SELECT $2::timestamptz + hour * interval '1 hour' + m.number % 3600 * interval '1 s', ${CHECK}
     FROM generate_series(0, $3::integer - 1) AS hour, ${WORKER}, ${MONITORS} WHERE ${OURS} ORDER BY 1`,
    [organizationId, day, hours],
  );
  await pool.query(
    `INSERT INTO monitor.check_rollup_hour
     SELECT $2::timestamptz + hour * interval '1 hour', m.number, w.region_number, $4, $5, $6, $7, $8, $9
     FROM generate_series(0, $3::integer - 1) AS hour, ${WORKER}, ${MONITORS} WHERE ${OURS} ORDER BY 1, 2`,
    [organizationId, day, hours, ...counted(1)],
  );
  await pool.query(
    `INSERT INTO monitor.rollup_progress
     SELECT 'HOUR', at, at + interval '26 hours' FROM generate_series(0, $2::integer - 1) AS hour,
       LATERAL (SELECT $1::timestamptz + hour * interval '1 hour' AS at) AS started
     ON CONFLICT (span, starts_at) DO UPDATE SET rolled_up_at = EXCLUDED.rolled_up_at`,
    [day, hours],
  );
  if (hours < 24) return;
  await pool.query(
    `INSERT INTO monitor.check_rollup_day
     SELECT $2::timestamptz, m.number, w.region_number, $3, $4, $5, $6, $7, $8 FROM ${WORKER}, ${MONITORS}
     WHERE ${OURS} ORDER BY 2`,
    [organizationId, day, ...counted(24)],
  );
  await pool.query(
    `INSERT INTO monitor.rollup_progress VALUES ('DAY', $1::timestamptz, $1::timestamptz + interval '50 hours')`,
    [day],
  );
}

/** The columns of so many hours together. */
function counted(hours: number): unknown[] {
  const { checks, failures, minMs, maxMs, buckets, counts } = hour;
  return [checks * hours, failures, minMs, maxMs, buckets, counts.map((count) => count * hours)];
}

async function insertRecentChecks(): Promise<void> {
  await pool.query(
    `INSERT INTO monitor.check_result ${CHECK_COLUMNS}
     SELECT at + m.number % 240 * interval '1 s' + interval '1 ms', ${CHECK}
     FROM generate_series($2::timestamptz, $3::timestamptz - interval '5 min', interval '5 min') AS at, ${WORKER}, ${MONITORS}
     WHERE ${OURS} ORDER BY 1`,
    [organizationId, new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - HOUR_MS), now],
  );
}
