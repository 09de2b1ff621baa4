import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CheckTarget } from '@vedette/contract';
import { startSuite, type Suite } from './support/suite.ts';
import { failed, succeeded, type WorkerPeer } from './support/worker-peer.ts';

let suite: Suite;
let worker: WorkerPeer;
beforeAll(async () => {
  suite = await startSuite();
  worker = await suite.startWorker();
});
afterAll(() => suite.stop());

const body = (change: object = {}) => ({ name: 'Site', type: 'HTTP', url: 'http://tested.test/', ...change });

async function rowsOf(organizationId: string): Promise<number> {
  const { rows } = await suite.pool.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM monitor.monitor WHERE organization_id = $1)::integer
       + (SELECT count(*) FROM monitor.outbox WHERE payload LIKE '%' || $1 || '%')::integer AS count`,
    [organizationId],
  );
  return rows[0]?.count ?? NaN;
}

describe('the test of a monitor', () => {
  it('is the check that a worker runs for a stored one, and stores nothing', async () => {
    const organization = suite.organization();
    const targets: CheckTarget[] = [];
    worker.finds('http://ada:secret@tested.test/', (target) => {
      targets.push(target);
      return succeeded({ responseMs: 77 });
    });
    const fields = {
      url: 'http://ada:secret@tested.test/',
      requestHeaders: { accept: 'text/html' },
      timeoutSeconds: 7,
    };
    const answer = await organization.call('runMonitorTest', { body: body(fields) });
    expect(answer).toMatchObject({ state: 'UP', cause: null, responseMs: 77, attempts: [{ worker: 'worker-peer' }] });
    const { id } = await organization.create(body(fields));
    await organization.check(id);
    expect(targets[1]).toEqual(targets[0]);
    await organization.delete(id);
    const other = suite.organization();
    await other.call('runMonitorTest', { body: body(fields) });
    expect(await rowsOf(other.id)).toBe(0);
  });

  it('that fails says why, with both attempts', async () => {
    worker.finds('http://tested.test/', () => failed('Connection refused'));
    const answer = await suite.organization().call('runMonitorTest', { body: body() });
    expect(answer).toMatchObject({ state: 'DOWN', cause: 'Connection refused', responseMs: null });
    expect(answer.attempts).toHaveLength(2);
  });

  it('that no worker could judge is a 500', async () => {
    worker.finds('http://tested.test/', () => failed('No network here', { verdict: 'UNOBSERVED' }));
    const tested = suite.organization().call('runMonitorTest', { body: body() });
    await expect(tested).rejects.toMatchObject({ code: 'internal_error' });
  });

  it('of an interval that the plan does not permit is refused as its creation would be', async () => {
    const organization = suite.organization({ fastestIntervalSeconds: 60 });
    const tested = organization.call('runMonitorTest', { body: body({ intervalSeconds: 30 }) });
    await expect(tested).rejects.toMatchObject({ code: 'plan_limit' });
  });

  it('runs once for each key, and is replayed', async () => {
    const organization = suite.organization();
    let runs = 0;
    worker.finds('http://tested.test/', () => succeeded({ responseMs: (runs += 1) }));
    const request = { body: body(), idempotencyKey: 'test-once' };
    const first = await organization.forward('runMonitorTest', request);
    expect(await organization.forward('runMonitorTest', request)).toEqual({ body: first.body, isReplayed: true });
    expect(runs).toBe(1);
  });
});
