import { ServiceDatabase, startService } from '@vedette/service-host';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { AppModule } from '../dist/app.module.js';
import { ResultService } from '../dist/results/result.service.js';
import { Claims } from '../dist/schedule/claims.js';
import { insertMonitors, vacuum } from './monitors.ts';

// Measures how fast due monitors are claimed and results are written, compared with the same rows written by bare pg.
// Runs the build in its own process, on a PostgreSQL that syncs to disk; without NATS, no other process claims.

const MONITORS = 100_000;
const ORGANIZATIONS = 1_000;
const BATCH = 1_000;
const ROUNDS = 3;
const BATCHES_A_ROUND = 25;

const [databaseUrl = ''] = process.argv.slice(2);

const service = await startService({
  name: 'monitor',
  module: AppModule,
  config: {
    natsUrl: 'nats://127.0.0.1:9',
    natsReplicas: 1,
    natsCaFile: null,
    logLevel: 'error',
    internalHost: '127.0.0.1',
    listenHost: '127.0.0.1',
    internalPort: 0,
    otlpEndpoint: null,
    databaseUrl,
    databaseMaxConnections: 5,
    secretKey: randomBytes(32),
    previousSecretKey: null,
    heartbeatPublicUrl: 'http://127.0.0.1:1',
    heartbeatPort: 0,
    historyDays: 30,
  },
});
const { mutations } = service.get(ServiceDatabase);
const claiming = service.get(Claims);
const results = service.get(ResultService);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });

const ids = Array.from({ length: MONITORS }, (_, i) => `mon_${String(i).padStart(26, '0')}`);
for (let i = 0; i < MONITORS; i += 10_000) {
  const monitors = ids.slice(i, i + 10_000).map((id) => ({ id, organizationId: organizationOf(id) }));
  await insertMonitors(pool, { monitors, url: 'http://target.test/', intervalSeconds: 300, timeoutSeconds: 30 });
}
await vacuum(pool);
const { rows: numbered } = await pool.query<{ id: string; number: number }>('SELECT id, number FROM monitor.monitor');
const numberOf = new Map(numbered.map(({ id, number }) => [id, number]));

const claims: number[] = [];
const turns: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  claims.push(await claimAll(false));
  turns.push(await claimAll(true));
}
const writes: number[] = [];
const bare: number[] = [];
for (let round = 0; round <= ROUNDS; round += 1) {
  const [ours, theirs] = [await rateOf(round * 2, writeOurs), await rateOf(round * 2 + 1, writeBare)];
  // The first round is only a warm-up.
  if (round > 0) {
    writes.push(ours);
    bare.push(theirs);
  }
}
process.stdout.write(
  `${JSON.stringify({ claims: median(claims), turns: median(turns), writes: median(writes), bare: median(bare) })}\n`,
);
await pool.end();
await service.stop();

function organizationOf(id: string): string {
  return `org_${String(Number(id.slice(4)) % ORGANIZATIONS).padStart(26, '0')}`;
}

/** Waiting: there are fewer places than due checks, so organizations take turns. */
async function claimAll(isWaiting: boolean): Promise<number> {
  await pool.query(
    `UPDATE monitor.monitor_runtime
     SET next_check_at = now() - random() * interval '1 minute', slot_at = NULL, is_waiting = $1`,
    [isWaiting],
  );
  await pool.query('VACUUM monitor.monitor_runtime');
  const startedAt = performance.now();
  let claimed = 0;
  for (;;) {
    const now = new Date();
    const due = { nextAt: null, isWaiting };
    const rows = await mutations.run((tx) => claiming.take(tx, 'FAST', due, BATCH, now));
    claimed += rows.length;
    if (rows.length < BATCH) break;
  }
  return (claimed / (performance.now() - startedAt)) * 1_000;
}

type Write = (part: readonly string[], slotAt: Date) => Promise<unknown>;

async function rateOf(round: number, write: Write): Promise<number> {
  // As old as a result usually is: one of an hour that was counted already would be counted again.
  const slotAt = new Date(Date.now() - 30_000 + round * 1_000);
  await pool.query('UPDATE monitor.monitor_runtime SET slot_at = $1, last_slot_at = NULL', [slotAt]);
  await pool.query('VACUUM monitor.monitor_runtime');
  const startedAt = performance.now();
  for (let batch = 0; batch < BATCHES_A_ROUND; batch += 1) {
    await write(ids.slice(batch * BATCH, (batch + 1) * BATCH), slotAt);
  }
  return ((BATCHES_A_ROUND * BATCH) / (performance.now() - startedAt)) * 1_000;
}

function writeOurs(part: readonly string[], slotAt: Date): Promise<unknown> {
  const attempt = {
    checkedAt: new Date().toISOString(),
    worker: 'w',
    region: 'r',
    error: null,
    statusCode: 200,
    responseMs: 12,
    phases: { dns: 1, connect: 1, tls: null, firstByte: 9, total: 12 },
  };
  const observation = { certExpiresAt: null, dnsAnswer: null, registration: null };
  const pace = { longestAttemptMs: 12, hasTimedOut: false };
  const outcome = { verdict: 'SUCCEEDED' as const, attempts: [attempt], responseMs: 12, pace, observation };
  const batch = part.map((monitorId) => ({ monitorId, epoch: 1, slotAt, outcome, isScheduled: true }));
  return mutations.run((tx, mutation) => results.applyIn(tx, mutation, batch));
}

/** Makes the same two writes without any decisions. */
async function writeBare(part: readonly string[], slotAt: Date): Promise<void> {
  const now = new Date();
  const each = <T>(value: T): T[] => part.map(() => value);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query({
      name: 'bare-history',
      text: `INSERT INTO monitor.check_result (slot_at, monitor_number, epoch, worker_number, verdict, started_ms,
          took_ms, response_ms, dns_ms, connect_ms, first_byte_ms, total_ms)
        SELECT * FROM unnest($1::timestamptz[], $2::integer[], $3::integer[], $4::integer[],
          $5::monitor.check_verdict[], $6::integer[], $7::integer[], $8::integer[], $9::smallint[], $10::smallint[],
          $11::smallint[], $12::smallint[]) ON CONFLICT DO NOTHING`,
      values: [
        each(slotAt),
        part.map((id) => numberOf.get(id)),
        each(1),
        each(0),
        each('SUCCEEDED'),
        each(5),
        ...[12, 12, 1, 1, 9, 12].map(each),
      ],
    });
    await client.query({
      name: 'bare-runtime',
      text: `UPDATE monitor.monitor_runtime AS r SET next_check_at = n.next, slot_at = NULL, last_slot_at = n.slot,
          last_checked_at = n.checked, observed_at = n.checked, last_response_ms = n.ms
        FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[], $5::integer[])
          AS n (id, next, slot, checked, ms)
        WHERE r.monitor_id = ANY ($1) AND r.monitor_id = n.id`,
      values: [part, each(new Date(now.getTime() + 300_000)), each(slotAt), each(now), each(12)],
    });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}
