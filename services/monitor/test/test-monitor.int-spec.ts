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

  it('that no worker could judge is a 500, and runs again for the same key', async () => {
    const organization = suite.organization();
    worker.finds('http://tested.test/', () => failed('No network here', { verdict: 'UNOBSERVED' }));
    const test = () => organization.call('runMonitorTest', { body: body(), idempotencyKey: 'unobserved' });
    await expect(test()).rejects.toMatchObject({ code: 'internal_error' });
    worker.finds('http://tested.test/', () => succeeded());
    expect(await test()).toMatchObject({ state: 'UP' });
  });

  it('whose outcome was not recorded does not run again for its key', async () => {
    const organization = suite.organization();
    let runs = 0;
    worker.finds('http://tested.test/', () => succeeded({ responseMs: (runs += 1) }));
    const test = () => organization.call('runMonitorTest', { body: body(), idempotencyKey: 'lost' });
    // As if the replica died after the check.
    await suite.pool.query(`CREATE FUNCTION refuse_answer() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'nothing is recorded'; END $$`);
    await suite.pool.query(`CREATE TRIGGER refuse_answer BEFORE UPDATE OF answer ON monitor.idempotent_answer
      FOR EACH ROW EXECUTE FUNCTION refuse_answer()`);
    await expect(test()).rejects.toMatchObject({ code: 'internal_error' });
    await suite.pool.query('DROP FUNCTION refuse_answer CASCADE');
    await suite.pool.query(
      `UPDATE monitor.idempotent_answer SET work_id = now()::text WHERE organization_id = $1 AND key = 'lost'`,
      [organization.id],
    );
    await expect(test()).rejects.toMatchObject({ code: 'conflict' });
    expect(runs).toBe(1);
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
