import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Monitor } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import pg from 'pg';
import { TargetServer } from '../services/checker-worker/test/support/target-server.ts';
import { nextSlotAfter } from '../services/monitor/src/schedule/check-slots.ts';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';
import { createMonitor } from './support/monitors.ts';

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
  fixture = await startFixture({ env: { RATE_LIMIT_REQUESTS: '100000', LOG_LEVEL: 'warn' } });
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

/** The slots of a monitor between two moments, by the rule alone. */
function slotsBetween(monitorId: string, from: Date, to: Date): string[] {
  const slots: string[] = [];
  const scheduled = { monitorId, intervalSeconds: INTERVAL_SECONDS };
  for (let slot = nextSlotAfter(scheduled, from); slot <= to; slot = nextSlotAfter(scheduled, slot)) {
    slots.push(slot.toISOString());
  }
  return slots;
}

/** Monitors whose history between two moments is not exactly their slots. */
async function deviations(from: Date, to: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; slot: Date }>(
    'SELECT monitor_id AS id, slot_at AS slot FROM monitor.check_result WHERE slot_at > $1 AND slot_at <= $2 ORDER BY slot_at',
    [from, to],
  );
  const checked = Map.groupBy(rows, ({ id }) => id);
  return ids.flatMap((id) => {
    const found = (checked.get(id) ?? []).map(({ slot }) => slot.toISOString());
    const due = slotsBetween(id, from, to);
    return JSON.stringify(found) === JSON.stringify(due) ? [] : [`${id}: ${found.join()} instead of ${due.join()}`];
  });
}

async function eventCounts(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ subject: string; count: number }>(
    'SELECT subject, count(*)::integer AS count FROM monitor.outbox GROUP BY subject',
  );
  return Object.fromEntries(rows.map(({ subject, count }) => [subject, count]));
}

/** Lets a whole interval pass, with something in its middle, and returns the slots that were not checked as they are due. */
async function throughAnInterval(disturb: () => Promise<unknown>): Promise<string[]> {
  const from = new Date();
  const to = new Date(from.getTime() + INTERVAL_SECONDS * 1_000);
  await until((from.getTime() + to.getTime()) / 2);
  await disturb();
  await until(to.getTime());
  await waitFor('the last slots to land', async () => (await deviations(from, to)).length === 0, {
    timeoutMs: SETTLED_AFTER_MS,
    intervalMs: 500,
  }).catch(() => undefined);
  return deviations(from, to);
}

const until = (at: number): Promise<boolean> =>
  waitFor('time to pass', () => Date.now() >= at, { timeoutMs: INTERVAL_SECONDS * 1_000 });

describe('every due slot is checked, none twice in effect', () => {
  it('when a worker among three is killed', async () => {
    expect(await throughAnInterval(() => fixture.stack.service('checker-worker').kill('SIGKILL'))).toEqual([]);
    await fixture.stack.service('checker-worker').start();
  }, 120_000);

  it('when a replica of the monitor service is killed', async () => {
    expect(await throughAnInterval(() => fixture.stack.service('monitor').kill('SIGKILL'))).toEqual([]);
    await fixture.stack.service('monitor').start();
  }, 120_000);

  it('and nothing of it is told: no monitor has changed its state', async () => {
    expect(await eventCounts()).toEqual({
      'vedette.events.monitor.created': MONITORS,
      'vedette.events.monitor.up': MONITORS,
    });
    const { body } = await tenant.api.get<{ pagination: { total: number } }>('/api/v1/incidents');
    expect(body.pagination.total).toBe(0);
    const { body: monitor } = await tenant.api.get<Monitor>(`/api/v1/monitors/${ids[0]}`);
    expect(monitor.state).toBe('UP');
  });
});
