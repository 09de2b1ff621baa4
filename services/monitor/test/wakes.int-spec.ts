import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { stretchPauses } from '@vedette/test-kit/stretch-pauses';
import { Scheduler } from '../src/schedule/scheduler.ts';
import { jobOf, newTarget } from './support/scheduled-checks.ts';
import { startSuite, type Suite } from './support/suite.ts';
import type { WorkerPeer } from './support/worker-peer.ts';

// Whoever plans a check wakes whoever hands it out: here nobody looks by himself.

let suite: Suite;
let endStretching: () => void;
let worker: WorkerPeer;

beforeAll(async () => {
  endStretching = stretchPauses(1_000);
  suite = await startSuite();
  worker = await suite.startWorker();
});

afterAll(async () => {
  try {
    await suite.stop();
  } finally {
    endStretching();
  }
});

describe('without a look', () => {
  it('a check that a result plans within the next second is handed out', async () => {
    const { id } = await suite.organization().create({});
    const scheduler = suite.service.get(Scheduler);
    await waitFor('the worker to be known, and the first job', () => {
      scheduler.wake();
      return worker.jobsOf(id).length === 1;
    });
    await waitFor('its result', async () => {
      const isApplied = 'SELECT FROM monitor.monitor_runtime WHERE monitor_id = $1 AND slot_at IS NULL';
      return (await suite.pool.query(isApplied, [id])).rowCount === 1;
    });
    await suite.pool.query('UPDATE monitor.monitor SET interval_seconds = 1 WHERE id = $1', [id]);
    await suite.pool.query(
      'UPDATE monitor.monitor_runtime SET interval_seconds = 1, next_check_at = now() WHERE monitor_id = $1',
      [id],
    );
    scheduler.wake();
    expect(await jobOf(worker, id, 4)).toMatchObject({ monitorId: id });
  });

  it('a new monitor is checked', async () => {
    const { id } = await suite.organization().create({});
    expect(await jobOf(worker, id)).toMatchObject({ monitorId: id });
  });

  it('a monitor with another target is checked', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({});
    await jobOf(worker, id);
    await organization.update(id, { url: newTarget() });
    expect(await jobOf(worker, id, 2)).toMatchObject({ monitorId: id, epoch: 2 });
  });

  it('a monitor that is resumed is checked', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({});
    await jobOf(worker, id);
    await organization.pause(id);
    await organization.resume(id);
    expect(await jobOf(worker, id, 2)).toMatchObject({ monitorId: id, epoch: 3 });
  });
});
