import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CheckLane } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { waitFor } from '@vedette/test-kit';
import { SlowLaneWatch } from '../src/schedule/slow-lane-watch.ts';
import { Claims } from '../src/schedule/claims.ts';
import { ScheduleRepository } from '../src/schedule/schedule.repository.ts';
import type { Organization } from './support/organization.ts';
import { startSuite, type Suite } from './support/suite.ts';
import { failed, succeeded, type WorkerPeer } from './support/worker-peer.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

interface Row {
  readonly lane: CheckLane;
  readonly is_waiting: boolean;
  readonly slot_at: Date | null;
}

async function rowOf(id: string): Promise<Row | undefined> {
  return (await suite.pool.query<Row>('SELECT * FROM monitor.monitor_runtime WHERE monitor_id = $1', [id])).rows[0];
}

async function create(organization: Organization, count: number, url = 'http://target.test/'): Promise<string[]> {
  const made = await Promise.all(Array.from({ length: count }, () => organization.create({ url })));
  return made.map(({ id }) => id);
}

/** Makes the monitors due now, in the given lane, with or without waiting for a place. */
async function makeDue(ids: readonly string[], lane: CheckLane, isWaiting: boolean): Promise<void> {
  await suite.pool.query(
    `UPDATE monitor.monitor_runtime
     SET next_check_at = now() - interval '1 second', slot_at = NULL, lane = $2, is_waiting = $3
     WHERE monitor_id = ANY ($1)`,
    [ids, lane, isWaiting],
  );
}

async function later(ids: readonly string[]): Promise<void> {
  await suite.pool.query(
    `UPDATE monitor.monitor_runtime SET next_check_at = '2100-01-01', slot_at = NULL, is_waiting = false
     WHERE monitor_id = ANY ($1)`,
    [ids],
  );
}

/** How many checks of each organization one claim takes. The claim is rolled back. */
async function claimed(lane: CheckLane, room: number, organizations: readonly Organization[]): Promise<number[]> {
  const taken: string[] = [];
  const undo = new Error('taken back');
  const claiming = suite.service.get(ServiceDatabase).mutations.run(async (tx) => {
    const due = { nextAt: null, isWaiting: true };
    const rows = await suite.service.get(Claims).take(tx, lane, due, room, new Date());
    taken.push(...rows.map((row) => row.organizationId));
    throw undo;
  });
  await expect(claiming).rejects.toBe(undo);
  return organizations.map(({ id }) => taken.filter((each) => each === id).length);
}

describe('without a worker', () => {
  it('nothing is handed out, and organizations take turns among what waits', async () => {
    const [large, small, alone] = [suite.organization(), suite.organization(), suite.organization()];
    const [many, few, others] = [await create(large, 30), await create(small, 3), await create(alone, 20)];
    await later([...many, ...few, ...others]);
    await makeDue([...many, ...few], 'FAST', true);
    await makeDue(others, 'SLOW', true);
    expect(await claimed('FAST', 10, [large, small, alone])).toEqual([7, 3, 0]);
    expect(await claimed('FAST', 4, [large, small])).toEqual([2, 2]);
    expect(await claimed('FAST', 100, [large, small])).toEqual([30, 3]);
    expect(await claimed('SLOW', 10, [large, small, alone])).toEqual([0, 0, 10]);
    for (const id of [...many, ...few, ...others]) expect((await rowOf(id))?.slot_at).toBeNull();
    await later([...many, ...few, ...others]);
  });

  it('everybody has a turn, even when there are more organizations than places', async () => {
    const organizations = Array.from({ length: 5 }, () => suite.organization());
    const ids = (await Promise.all(organizations.map((each) => create(each, 5)))).flat();
    await later(ids);
    await makeDue(ids, 'FAST', true);
    const turns: number[][] = [];
    for (let claim = 0; claim < 5; claim += 1) turns.push(await claimed('FAST', 2, organizations));
    const sums = organizations.map((_, i) => turns.reduce((sum, turn) => sum + (turn[i] ?? 0), 0));
    expect(sums).toEqual([2, 2, 2, 2, 2]);
    await later(ids);
  });
});

describe('with a worker', () => {
  let worker: WorkerPeer;
  beforeAll(async () => {
    worker = await suite.startWorker();
  });

  const laneBecomes = (id: string, lane: CheckLane): Promise<unknown> =>
    waitFor(`the lane to be ${lane}`, async () => (await rowOf(id))?.lane === lane);

  it('a monitor changes lanes by what its last check took, and is fast again when it is pointed elsewhere', async () => {
    const organization = suite.organization();
    const url = 'http://lanes.test/';
    worker.finds(url, () => failed('No answer', { pace: { longestAttemptMs: 30_000, hasTimedOut: true } }));
    const [id = ''] = await create(organization, 1, url);
    await laneBecomes(id, 'SLOW');
    await makeDue([id], 'SLOW', false);
    await waitFor('a job in the slow lane', () => worker.taken.SLOW.some(({ monitorId }) => monitorId === id));
    await waitFor('its result', async () => (await rowOf(id))?.slot_at === null);
    worker.finds(url, () => succeeded());
    await makeDue([id], 'SLOW', false);
    await laneBecomes(id, 'FAST');
    worker.finds(url, () => succeeded({ pace: { longestAttemptMs: 2_001, hasTimedOut: false } }));
    await makeDue([id], 'FAST', false);
    await laneBecomes(id, 'SLOW');
    await organization.update(id, { url: 'http://elsewhere.test/' });
    expect((await rowOf(id))?.lane).toBe('FAST');
  });

  it('what finds no place waits, and gets its turn when there is one', async () => {
    const organization = suite.organization();
    const ids = await create(organization, 10);
    await Promise.all(ids.map((id) => waitFor('its first check', async () => (await rowOf(id))?.slot_at === null)));
    worker.places = { FAST: { total: 800, free: 800 }, SLOW: { total: 4, free: -1 } };
    worker.slowest = [{ organizationId: organization.id, places: 5 }];
    worker.announce();
    const before = worker.taken.SLOW.length;
    // The announcement travels on another connection: places that were free before may still be used.
    await waitFor('the check to wait', async () => {
      await makeDue(ids, 'SLOW', false);
      await waitFor('a look', async () => (await rowOf(ids[0] ?? ''))?.is_waiting === true, { timeoutMs: 500 });
      return true;
    });
    await suite.service.get(SlowLaneWatch).look();
    expect(await suite.service.get(ScheduleRepository).countWaiting('SLOW', 100)).toBeGreaterThan(0);
    worker.places = { FAST: { total: 800, free: 800 }, SLOW: { total: 264, free: 264 } };
    worker.announce();
    await waitFor('their turn', () => worker.taken.SLOW.length >= before + ids.length);
  });
});
