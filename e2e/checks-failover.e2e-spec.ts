import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Monitor } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import pg from 'pg';
import { TargetServer } from '@vedette/test-kit/target-server';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';
import { createMonitor } from './support/monitors.ts';
import { slotDeviations } from './support/slot-grid.ts';

// Processes that die in the middle of their work: every due slot is checked all the same, and has one effect.

const MONITORS = 300;
const INTERVAL_SECONDS = 30;
/** A job of a worker that was killed comes again after 15 s; its check takes a second. */
const SETTLED_AFTER_MS = 22_000;

let fixture: Fixture;
let target: TargetServer;
let pool: pg.Pool;
let tenant: Tenant;
let ids: string[];

beforeAll(async () => {
  // Slow enough that a worker always dies with checks in its hands.
  target = await TargetServer.start((_, response) => setTimeout(() => response.end('hello'), 500));
  fixture = await startFixture({
    services: ['gateway', 'monitor', 'incident', 'checker-worker'],
    env: { RATE_LIMIT_REQUESTS: '100000', LOG_LEVEL: 'warn' },
  });
  pool = new pg.Pool({ connectionString: fixture.stack.databaseUrl });
  tenant = await fixture.tenant();
  await Promise.all([
    fixture.stack.addReplica('checker-worker'),
    fixture.stack.addReplica('checker-worker'),
    fixture.stack.addReplica('monitor'),
  ]);
  ids = [];
  for (let i = 0; i < MONITORS; i += 20) {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, j) =>
        createMonitor(tenant.api, { url: target.url(i + j), intervalSeconds: INTERVAL_SECONDS, timeoutSeconds: 5 }),
      ),
    );
    ids.push(...made.map(({ id }) => id));
  }
  await waitFor('every monitor to be UP', async () => (await upCount()) === MONITORS, { timeoutMs: 60_000 });
}, 180_000);
afterAll(async () => {
  await pool.end();
  await fixture.stop();
  await target.stop();
});

async function upCount(): Promise<number> {
  const { rows } = await pool.query<{ up: number }>(
    `SELECT count(*)::integer AS up FROM monitor.monitor_runtime WHERE state = 'UP'`,
  );
  return rows[0]?.up ?? 0;
}

/** Monitors whose history between two moments is not exactly their slots. */
const deviations = (from: Date, to: Date): Promise<string[]> =>
  slotDeviations(pool, { ids, intervalSeconds: INTERVAL_SECONDS }, from, to);

async function eventCounts(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ subject: string; count: number }>(
    'SELECT subject, count(*)::integer AS count FROM monitor.outbox GROUP BY subject',
  );
  return Object.fromEntries(rows.map(({ subject, count }) => [subject, count]));
}

const until = (at: number): Promise<boolean> =>
  waitFor('time to pass', () => Date.now() >= at, { timeoutMs: INTERVAL_SECONDS * 1_000 });

describe('through one interval, in which a worker among three is killed, and a replica of the monitor service', () => {
  it('every due slot is checked, none twice in effect', async () => {
    const from = new Date();
    const to = new Date(from.getTime() + INTERVAL_SECONDS * 1_000);
    await until(from.getTime() + 5_000);
    await fixture.stack.service('checker-worker').kill('SIGKILL');
    // Before the jobs that died with the worker come again.
    await until(from.getTime() + 12_000);
    await fixture.stack.service('monitor').kill('SIGKILL');
    await until(to.getTime());
    await waitFor('the last slots to land', async () => (await deviations(from, to)).length === 0, {
      timeoutMs: SETTLED_AFTER_MS,
      intervalMs: 500,
    }).catch(() => undefined);
    expect(await deviations(from, to)).toEqual([]);
  }, 120_000);

  it('and nothing of it is told: no monitor has changed its state', async () => {
    expect(await eventCounts()).toEqual({
      'vedette.audit.monitor': MONITORS,
      'vedette.events.monitor.created': MONITORS,
      'vedette.urgent.monitor.up': MONITORS,
    });
    const { body } = await tenant.api.get<{ pagination: { total: number } }>('/api/v1/incidents');
    expect(body.pagination.total).toBe(0);
    const { body: monitor } = await tenant.api.get<Monitor>(`/api/v1/monitors/${ids[0]}`);
    expect(monitor.state).toBe('UP');
  });
});
