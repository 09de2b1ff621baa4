import pg from 'pg';
import { endOf, partitionAt, startOf } from '../dist/history/history-partitions.js';
import { countChecks } from '../dist/history/latency-histogram.js';

// Gives a few monitors a past that looks lived: latencies with a daily rhythm from two regions, and times of trouble.
// Runs the build in its own process.

interface Trouble {
  readonly hoursAgo: number;
  readonly hours: number;
  readonly state: 'DOWN' | 'DEGRADED';
}

interface Past {
  readonly id: string;
  readonly typicalMs: number;
  readonly troubles: readonly Trouble[];
}

interface Order {
  readonly days: number;
  readonly monitors: readonly Past[];
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const CHECKS_AN_HOUR = 30;
const REGIONS = [
  { name: 'eu-central', factor: 1 },
  { name: 'us-east', factor: 1.7 },
] as const;

const [databaseUrl = '', order = ''] = process.argv.slice(2);
const { days, monitors } = JSON.parse(order) as Order;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
const thisHour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const firstHour = thisHour - days * 24 * HOUR_MS;

const random = seededRandom(7);
await addPartitions();
for (const past of monitors) await insertPast(past);
await pool.query(
  `INSERT INTO monitor.rollup_progress
   SELECT 'HOUR', hour, hour + interval '26 hours' FROM generate_series($1::timestamptz, $2, interval '1 hour') AS hour
   ON CONFLICT (span, starts_at) DO UPDATE SET rolled_up_at = EXCLUDED.rolled_up_at`,
  [new Date(firstHour), new Date(thisHour - HOUR_MS)],
);
// The service computes a summary again when an hour is over; these hours were over before.
await pool.query('DELETE FROM monitor.monitor_summary WHERE monitor_id = ANY ($1)', [monitors.map(({ id }) => id)]);
await pool.end();

async function addPartitions(): Promise<void> {
  const names = new Set<string>();
  for (let at = firstHour; at <= thisHour; at += 24 * HOUR_MS) names.add(partitionAt(new Date(at), 'month'));
  for (const name of names) {
    await pool.query(
      `CREATE TABLE IF NOT EXISTS monitor.check_rollup_hour_${name} PARTITION OF monitor.check_rollup_hour
       FOR VALUES FROM ('${startOf(name).toISOString()}') TO ('${endOf(name).toISOString()}')`,
    );
  }
}

async function insertPast({ id, typicalMs, troubles }: Past): Promise<void> {
  const spans = troubles.map(({ hoursAgo, hours, state }) => {
    const from = thisHour - hoursAgo * HOUR_MS;
    return { from, to: from + hours * HOUR_MS, state };
  });
  const changes = [
    { at: firstHour, state: 'UP' },
    ...spans.flatMap(({ from, to, state }) => [
      { at: from, state },
      { at: to, state: 'UP' },
    ]),
  ];
  await pool.query(`DELETE FROM monitor.state_change WHERE monitor_id = $1 AND state = 'PENDING'`, [id]);
  await pool.query(
    `INSERT INTO monitor.state_change SELECT $1, c.at, c.state::monitor.recorded_state
     FROM jsonb_to_recordset($2) AS c (at timestamptz, state text)`,
    [id, JSON.stringify(changes.map(({ at, state }) => ({ at: new Date(at), state })))],
  );
  await pool.query('UPDATE monitor.monitor SET created_at = $2 WHERE id = $1', [id, new Date(firstHour)]);
  await pool.query(
    `UPDATE monitor.monitor_runtime SET last_status_changed_at = $2 WHERE monitor_id = $1 AND state = 'UP'`,
    [id, new Date(changes.at(-1)?.at ?? firstHour)],
  );
  for (const { name, factor } of REGIONS) {
    const hours = Array.from({ length: days * 24 }, (_, i) => {
      const at = firstHour + i * HOUR_MS;
      const trouble = spans.find(({ from, to }) => at >= from && at < to)?.state;
      const checks = Array.from({ length: CHECKS_AN_HOUR }, () => ({
        isFailed: trouble === 'DOWN',
        responseMs: trouble === 'DOWN' ? null : latencyAt(at, typicalMs * factor * (trouble === undefined ? 1 : 4)),
      }));
      return { at: new Date(at), ...countChecks(checks) };
    });
    await insertHours(id, name, hours);
  }
  await insertChecks(id, typicalMs);
}

async function insertHours(id: string, region: string, hours: readonly object[]): Promise<void> {
  await pool.query('INSERT INTO monitor.check_region (name) VALUES ($1) ON CONFLICT DO NOTHING', [region]);
  await pool.query(
    `INSERT INTO monitor.check_worker (name, region_number)
     SELECT $1 || '-1', number FROM monitor.check_region WHERE name = $1 ON CONFLICT DO NOTHING`,
    [region],
  );
  await pool.query(
    `INSERT INTO monitor.check_rollup_hour
     SELECT h.at, m.number, r.number, h.checks, h.failures, h."minMs", h."maxMs",
       array(SELECT jsonb_array_elements_text(h.buckets)::smallint), array(SELECT jsonb_array_elements_text(h.counts)::integer)
     FROM jsonb_to_recordset($3) AS h (at timestamptz, checks integer, failures integer, "minMs" integer,
       "maxMs" integer, buckets jsonb, counts jsonb),
       monitor.monitor AS m, monitor.check_region AS r WHERE m.id = $1 AND r.name = $2
     ON CONFLICT DO NOTHING`,
    [id, region, JSON.stringify(hours)],
  );
}

/** The checks of the last 24 hours, from one region and the other in turn. */
async function insertChecks(id: string, typicalMs: number): Promise<void> {
  const checks = Array.from({ length: 24 * CHECKS_AN_HOUR }, (_, i) => {
    const { name, factor } = REGIONS[i % 2 === 0 ? 0 : 1];
    const at = Date.now() - (i + 2) * 2 * MINUTE_MS;
    const ms = latencyAt(at, typicalMs * factor);
    return { at: new Date(at), worker: `${name}-1`, late: Math.floor(random() * 30), ms };
  });
  await pool.query(
    `INSERT INTO monitor.check_result (slot_at, monitor_number, epoch, worker_number, verdict, started_ms, took_ms,
       response_ms, dns_ms, connect_ms, tls_ms, first_byte_ms, total_ms)
     SELECT c.at, m.number, 1, w.number, 'SUCCEEDED', c.late, c.ms, c.ms, c.ms * 0.04, c.ms * 0.12, c.ms * 0.22,
       c.ms * 0.5, c.ms
     FROM jsonb_to_recordset($2) AS c (at timestamptz, worker text, late integer, ms integer)
     JOIN monitor.check_worker AS w ON w.name = c.worker, monitor.monitor AS m WHERE m.id = $1
     ON CONFLICT DO NOTHING`,
    [id, JSON.stringify(checks)],
  );
}

/** Slower by day than by night, with a rare slow answer. */
function latencyAt(at: number, typicalMs: number): number {
  const hourOfDay = (at / HOUR_MS) % 24;
  const rhythm = 1 + 0.25 * Math.sin(((hourOfDay - 8) / 24) * 2 * Math.PI);
  const noise = 0.85 + random() * 0.3 + (random() < 0.02 ? random() * 1.5 : 0);
  return Math.max(1, Math.round(typicalMs * rhythm * noise));
}

/** The same pictures from the same code: numbers that only look like chance. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
