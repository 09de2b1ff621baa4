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
const starts = Array.from({ length: days + 1 }, (_, day) => new Date(first + day * DAY_MS));
const hour = countChecks(Array.from({ length: 12 }, (_, i) => ({ isFailed: false, responseMs: 150 + i * 10 })));

const CHECK_COLUMNS = `(slot_at, monitor_number, epoch, worker_number, verdict, started_ms, took_ms, response_ms, dns_ms,
  connect_ms, tls_ms, first_byte_ms, total_ms)`;
const CHECK = `m.number, 1, w.number, 'SUCCEEDED', 12, 184, 100 + m.number % 200, 4, 21, 38, 110, 184`;
const MONITORS = 'monitor.monitor AS m';
const WORKER = 'monitor.check_worker AS w';
const OURS = `m.organization_id = $1 AND w.name = 'bench'`;
/** $2 start of the day, $3 now. The hours of the day that are over. */
const HOURS = `generate_series($2::timestamptz, least($2::timestamptz + interval '23 hours', $3::timestamptz - interval '1 hour'),
  interval '1 hour') AS hour (at)`;

await pool.query(`SET work_mem = '256MB'`);
await insertProgress();
await pool.query(`INSERT INTO monitor.check_region (name) VALUES ('here')`);
await pool.query(
  `INSERT INTO monitor.check_worker (name, region_number)
   SELECT 'bench', number FROM monitor.check_region WHERE name = 'here'`,
);
await pool.query(
  `UPDATE monitor.monitor SET name = 'Service ' || lpad((number::bigint * 7919 % 100000)::text, 5, '0'),
     url = 'https://service-' || number || '.shop.test/health', created_at = $2 WHERE organization_id = $1`,
  [organizationId, new Date(first)],
);
await insertOutages();
for (const day of starts) {
  await fillPartition('check_result', partitionAt(day, 'day'), (partition) => insertChecks(partition, day));
}
for (const [month, ofMonth] of Map.groupBy(starts, (day) => partitionAt(day, 'month'))) {
  await fillPartition('check_rollup_hour', month, async (partition) => {
    for (const day of ofMonth) await insertHours(partition, day);
  });
}
for (const day of starts.slice(0, -1)) await insertDay(day);
await insertRecentChecks();
// The service may have summarized monitors before their past was there.
await pool.query(`UPDATE monitor.monitor_summary SET hours_until = NULL`);
await pool.query(
  `VACUUM ANALYZE monitor.state_change, monitor.check_result, monitor.check_rollup_hour, monitor.check_rollup_day`,
);
await vacuum(pool);
await pool.end();

/** Comes first: the service, which runs, counts hours and days that it does not find here. */
async function insertProgress(): Promise<void> {
  await pool.query(
    `INSERT INTO monitor.rollup_progress
     SELECT 'HOUR'::monitor.rollup_span, at, at + interval '26 hours'
     FROM generate_series($1::timestamptz, $2::timestamptz - interval '1 hour', interval '1 hour') AS at
     UNION ALL
     SELECT 'DAY', at, at + interval '50 hours'
     FROM generate_series($1::timestamptz, $2::timestamptz - interval '1 day', interval '1 day') AS at
     ON CONFLICT (span, starts_at) DO UPDATE SET rolled_up_at = EXCLUDED.rolled_up_at`,
    [new Date(first), now],
  );
}

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

/** The indexes are made when the partition is full, which takes a tenth of the time. */
async function fillPartition(table: string, name: string, fill: (partition: string) => Promise<void>): Promise<void> {
  const partition = `monitor.${table}_${name}`;
  await pool.query(`DROP TABLE IF EXISTS ${partition}`);
  await pool.query(`CREATE TABLE ${partition} (LIKE monitor.${table})`);
  await fill(partition);
  await pool.query(
    `ALTER TABLE monitor.${table} ATTACH PARTITION ${partition}
     FOR VALUES FROM ('${startOf(name).toISOString()}') TO ('${endOf(name).toISOString()}')`,
  );
}

/** Rows lie on the disk in the order of time, as they do where services write them. */
async function insertChecks(partition: string, day: Date): Promise<void> {
  await pool.query(
    `INSERT INTO ${partition} ${CHECK_COLUMNS}
     SELECT hour.at + m.number % 3600 * interval '1 s', ${CHECK} FROM ${HOURS}, ${WORKER}, ${MONITORS}
     WHERE ${OURS} ORDER BY 1`,
    [organizationId, day, now],
  );
}

async function insertHours(partition: string, day: Date): Promise<void> {
  await pool.query(
    `INSERT INTO ${partition}
     SELECT hour.at, m.number, w.region_number, $4, $5, $6, $7, $8, $9 FROM ${HOURS}, ${WORKER}, ${MONITORS}
     WHERE ${OURS} ORDER BY 1`,
    [organizationId, day, now, ...counted(1)],
  );
}

async function insertDay(day: Date): Promise<void> {
  await pool.query(
    `INSERT INTO monitor.check_rollup_day
     SELECT $2::timestamptz, m.number, w.region_number, $3, $4, $5, $6, $7, $8 FROM ${WORKER}, ${MONITORS} WHERE ${OURS}`,
    [organizationId, day, ...counted(24)],
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
