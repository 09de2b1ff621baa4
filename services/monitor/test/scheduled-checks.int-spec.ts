import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CheckOutcome, Monitor } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { nextSlotAfter } from '../src/schedule/check-slots.ts';
import { handOut, historyOf, runtimeOf, statesOf } from './support/rows.ts';
import { becomes, jobOf, newTarget, typesOf } from './support/scheduled-checks.ts';
import { startSuite, type Suite } from './support/suite.ts';
import { succeeded, type WorkerPeer } from './support/worker-peer.ts';

let suite: Suite;
let worker: WorkerPeer;
beforeAll(async () => {
  suite = await startSuite();
  worker = await suite.startWorker();
});
afterAll(() => suite.stop());

/** A monitor whose own slot comes during the test, or has come since its creation, is checked once more than expected. */
function isDueSoon({ id, intervalSeconds, createdAt }: Monitor): boolean {
  return nextSlotAfter({ monitorId: id, intervalSeconds }, new Date(createdAt)).getTime() < Date.now() + 120_000;
}

/** Answers when the attempt is over: one that ends in the future would be taken for one that ends now. */
async function lasting(outcome: CheckOutcome): Promise<CheckOutcome> {
  await sleep(2 * (outcome.responseMs ?? 0));
  return outcome;
}

describe('a new monitor', () => {
  it('is checked at once, and shows what was found', async () => {
    const organization = suite.organization();
    const url = newTarget();
    worker.finds(url, () => lasting(succeeded()));
    const { id, createdAt } = await organization.create({ url, requestHeaders: { b: '1', a: '2' }, requestBody: 'x' });
    const job = await jobOf(worker, id);
    expect(job).toMatchObject({
      monitorId: id,
      epoch: 1,
      slotAt: createdAt,
      target: { type: 'HTTP', url, requestHeaders: { b: '1', a: '2' }, requestBody: 'x', timeoutSeconds: 30 },
    });
    const monitor = await becomes(organization, id, 'UP');
    expect(monitor.lastResponseMs).toBe(12);
    // The state counts from the attempt's start; `lastCheckedAt` is its end.
    expect(Date.parse(monitor.lastCheckedAt ?? '') - Date.parse(monitor.lastStatusChangedAt ?? '')).toBe(12);
    expect(Date.parse(monitor.lastCheckedAt ?? '') - Date.parse(createdAt)).toBeLessThan(1_000);
    expect(await typesOf(suite.pool, organization)).toEqual(['monitor.created', 'monitor.up']);
    expect(await statesOf(suite.pool, id)).toEqual(['PENDING', 'UP']);
  });

  it('is due again at the next slot of its own phase', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ intervalSeconds: 600 });
    await becomes(organization, id, 'UP');
    const runtime = await runtimeOf(suite.pool, id);
    const nextSlot = nextSlotAfter({ monitorId: id, intervalSeconds: 600 }, new Date());
    expect([runtime?.next_check_at, runtime?.slot_at]).toEqual([nextSlot, null]);
  });
});

describe('a due slot', () => {
  it('is checked once, by whichever of many replicas claims it', async () => {
    const replicas = await Promise.all([suite.startReplica(), suite.startReplica()]);
    const organization = suite.organization();
    const monitors: Monitor[] = [];
    while (monitors.length < 60) {
      const made = await Promise.all(Array.from({ length: 10 }, () => organization.create({ url: newTarget() })));
      monitors.push(...made.filter((monitor) => !isDueSoon(monitor)));
    }
    await Promise.all(monitors.map(({ id }) => becomes(organization, id, 'UP')));
    await suite.pool.query(`UPDATE monitor.monitor_runtime SET next_check_at = now() WHERE monitor_id = ANY ($1)`, [
      monitors.map(({ id }) => id),
    ]);
    await Promise.all(
      monitors.map(({ id }) => waitFor('two checks', async () => (await historyOf(suite.pool, id)).length === 2)),
    );
    for (const { id } of monitors) expect(worker.jobsOf(id)).toHaveLength(2);
    await Promise.all(replicas.map((replica) => replica.stop()));
  });

  it('that was missed for hours is skipped for the newest one', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ intervalSeconds: 60 });
    await becomes(organization, id, 'UP');
    const from = new Date();
    await suite.pool.query(
      `UPDATE monitor.monitor_runtime SET next_check_at = now() - interval '5 hours' WHERE monitor_id = $1`,
      [id],
    );
    const { slotAt } = await jobOf(worker, id, 2);
    expect(Date.parse(slotAt)).toBeGreaterThan(from.getTime() - 60_000);
    expect(nextSlotAfter({ monitorId: id, intervalSeconds: 60 }, new Date(Date.parse(slotAt) - 1))).toEqual(
      new Date(slotAt),
    );
  });

  it('whose check is lost is checked again, for the same slot', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    const { slotAt } = await jobOf(worker, id);
    await becomes(organization, id, 'UP');
    const slot = new Date(Date.parse(slotAt) + 1);
    await suite.pool.query(
      `UPDATE monitor.monitor_runtime SET slot_at = $2, next_check_at = now() WHERE monitor_id = $1`,
      [id, slot],
    );
    expect((await jobOf(worker, id, 2)).slotAt).toBe(slot.toISOString());
  });
});

describe('a check in flight', () => {
  it('is waited for a shorter time after a connection, though PostgreSQL refuses that at first', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    await becomes(organization, id, 'UP');
    await handOut(suite.pool, id, new Date().toISOString());
    // A sequence is not rolled back: it counts the writes that failed.
    await suite.pool.query(`
      CREATE SEQUENCE public.refused;
      CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM nextval('public.refused');
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
      END $$;
      CREATE TRIGGER full_disk BEFORE UPDATE ON monitor.monitor_runtime
        FOR EACH ROW WHEN (NEW.next_check_at < OLD.next_check_at) EXECUTE FUNCTION public.refuse()`);
    const replica = await suite.startReplica();
    await waitFor('a refused write', async () => {
      const { rows } = await suite.pool.query<{ is_called: boolean }>('SELECT is_called FROM public.refused');
      return rows[0]?.is_called;
    });
    const secondsToWait = async (): Promise<number> => {
      const runtime = await runtimeOf(suite.pool, id);
      return ((runtime?.next_check_at?.getTime() ?? 0) - Date.now()) / 1_000;
    };
    expect(await secondsToWait()).toBeGreaterThan(400);
    await suite.pool.query('DROP FUNCTION public.refuse CASCADE');
    await waitFor('the shorter time', async () => (await secondsToWait()) <= 70);
    await replica.stop();
  });
});
