import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parkedRequests, type Monitor } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { Organization } from './support/organization.ts';
import { becomes, newJob, pingAt } from './support/cron-jobs.ts';
import { letPass } from '@vedette/test-kit/let-pass';
import { eventsOf, historyOf, listenerUrl, statesOf } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
let url: string;
beforeAll(async () => {
  suite = await startSuite();
  url = await listenerUrl(suite.service);
});
afterAll(() => suite.stop());

const ping = (job: Monitor, end = '', method = 'GET'): Promise<number> => pingAt(url, job, end, method);

const deadlineOf = async ({ id }: Monitor): Promise<Date | null | undefined> => {
  const { rows } = await suite.pool.query<{ deadline_at: Date | null }>(
    'SELECT deadline_at FROM monitor.monitor_runtime WHERE monitor_id = $1',
    [id],
  );
  return rows[0]?.deadline_at;
};

const typesOf = async ({ id }: Organization) => (await eventsOf(suite.pool, id)).map(({ type }) => type);

describe('a ping', () => {
  it.each(['GET', 'HEAD', 'POST'])('by %s makes the job UP', async (method) => {
    const organization = suite.organization();
    const job = await newJob(organization);
    expect(await ping(job, '', method)).toBe(200);
    const up = await becomes(organization, job, 'UP');
    expect(up.lastResponseMs).toBeNull();
    expect(up.lastStatusChangedAt).toBe(up.lastCheckedAt);
    expect(await typesOf(organization)).toEqual(['monitor.created', 'monitor.up']);
  });

  it('is in PostgreSQL when it is answered', async () => {
    const organization = suite.organization();
    const job = await newJob(organization);
    await organization.pause(job.id);
    for (let i = 1; i <= 5; i += 1) {
      expect(await ping(job)).toBe(200);
      const { rows } = await suite.pool.query<{ count: number }>(
        `SELECT (SELECT count(*) FROM monitor.heartbeat_ping WHERE monitor_id = $1)::integer
           + (SELECT count(*) FROM monitor.check_result
                WHERE monitor_number = (SELECT number FROM monitor.monitor WHERE id = $1))::integer AS count`,
        [job.id],
      );
      expect(rows[0]?.count).toBe(i);
    }
    expect(await organization.get(job.id)).toMatchObject({ state: 'PAUSED' });
  });

  it('of failure takes the job down, one of success brings it back', async () => {
    const organization = suite.organization();
    const job = await newJob(organization);
    expect(await ping(job, '/3')).toBe(200);
    await becomes(organization, job, 'DOWN');
    expect(await ping(job, '/0')).toBe(200);
    await becomes(organization, job, 'UP');
    expect(await ping(job, '/fail')).toBe(200);
    await becomes(organization, job, 'DOWN');
    expect(await statesOf(suite.pool, job.id)).toEqual(['PENDING', 'DOWN', 'UP', 'DOWN']);
  });

  it('of a start decides nothing, and the run that ends next is measured', async () => {
    const organization = suite.organization();
    const job = await newJob(organization);
    expect(await ping(job, '/start')).toBe(200);
    await waitFor('the ping to be heard', async () => (await deadlineOf(job)) !== null);
    expect(await organization.get(job.id)).toMatchObject({ state: 'PENDING' });
    expect(await ping(job)).toBe(200);
    await becomes(organization, job, 'UP');
    const [run] = await historyOf(suite.pool, job.id);
    expect(run).toMatchObject({ verdict: 'SUCCEEDED', response_ms: null });
    expect(run?.took_ms).toBeGreaterThanOrEqual(0);
    expect(run?.started_ms).toBe(-(run?.took_ms ?? NaN));
  });

  it('by many at once is answered to all of them', async () => {
    const organization = suite.organization();
    const job = await newJob(organization);
    const answers = await Promise.all(Array.from({ length: 500 }, () => ping(job)));
    expect(new Set(answers)).toEqual(new Set([200]));
    await waitFor('all to be heard', async () => {
      const { rowCount } = await suite.pool.query('SELECT FROM monitor.heartbeat_ping WHERE monitor_id = $1', [job.id]);
      return rowCount === 0;
    });
    expect(await organization.get(job.id)).toMatchObject({ state: 'UP' });
    expect(await statesOf(suite.pool, job.id)).toEqual(['PENDING', 'UP']);
  });
});

describe('a job that does not ping', () => {
  it('stays PENDING before its first ping, also when it is checked by hand', async () => {
    const organization = suite.organization();
    const job = await newJob(organization);
    await letPass(suite.pool, job.id, 9_999);
    const checked = await organization.check(job.id);
    expect(checked).toMatchObject({ state: 'PENDING', lastStatusChangedAt: null });
    expect(checked.lastCheckedAt).not.toBeNull();
    expect(await deadlineOf(job)).toBeNull();
  });

  it('is found down within two seconds of the end of its grace', async () => {
    const organization = suite.organization();
    const job = await newJob(organization);
    await ping(job);
    await becomes(organization, job, 'UP');
    await letPass(suite.pool, job.id, 3_659);
    const deadline = await deadlineOf(job);
    const down = await becomes(organization, job, 'DOWN');
    expect(down.lastStatusChangedAt).toBe(deadline?.toISOString());
    const found = (await eventsOf(suite.pool, organization.id)).at(-1);
    expect(found?.type).toBe('monitor.down');
    expect(Date.parse(found?.timestamp ?? '') - (deadline?.getTime() ?? 0)).toBeLessThan(2_000);
    const { rows } = await suite.pool.query<{ cause: string }>(
      'SELECT cause FROM monitor.outage WHERE monitor_id = $1',
      [job.id],
    );
    expect(rows).toEqual([{ cause: 'No ping for 1 hour and 1 minute of grace' }]);
    await ping(job);
    await becomes(organization, job, 'UP');
  });

  it('counts its time from a resume and from a new period', async () => {
    const organization = suite.organization();
    const job = await newJob(organization);
    await ping(job);
    await becomes(organization, job, 'UP');
    await letPass(suite.pool, job.id, 3_000);
    const { updatedAt } = await organization.update(job.id, { expectedPeriodSec: 600 });
    expect(await deadlineOf(job)).toEqual(new Date(Date.parse(updatedAt) + 660_000));
    await organization.update(job.id, { graceSeconds: 0 });
    expect(await deadlineOf(job)).toEqual(new Date(Date.parse(updatedAt) + 600_000));
    await organization.pause(job.id);
    expect(await deadlineOf(job)).toBeNull();
    const resumed = await organization.resume(job.id);
    expect(resumed.state).toBe('PENDING');
    expect(await deadlineOf(job)).toEqual(new Date(Date.parse(resumed.updatedAt) + 600_000));
    expect(await organization.check(job.id)).toMatchObject({ state: 'PENDING' });
    await letPass(suite.pool, job.id, 601);
    await becomes(organization, job, 'DOWN');
  });

  it('is given the time in which nobody could hear it', async () => {
    const organization = suite.organization();
    const job = await newJob(organization);
    await ping(job);
    await becomes(organization, job, 'UP');
    const before = (await deadlineOf(job))?.getTime() ?? 0;
    await letPass(suite.pool, job.id, 3_700);
    await suite.pool.query(
      `INSERT INTO monitor.listener_outage VALUES (now() - interval '600 seconds', now() - interval '500 seconds')`,
    );
    expect(await organization.check(job.id)).toMatchObject({ state: 'UP' });
    const after = await waitFor('the later deadline', async () => {
      const deadline = (await deadlineOf(job))?.getTime() ?? 0;
      return deadline > before - 3_700_000 && deadline;
    });
    expect(after).toBe(before - 3_700_000 + 100_000);
    await suite.pool.query('DELETE FROM monitor.listener_outage');
  });
});

describe('a check by hand of a job', () => {
  it('hears what was pinged before it, and counts', async () => {
    const organization = suite.organization();
    const job = await newJob(organization);
    await ping(job, '/7');
    const down = await organization.check(job.id);
    expect(down.state).toBe('DOWN');
    expect(suite.peers.outagesOf(job.id)).toMatchObject([{ cause: 'The job ended with exit code 7', revision: 1 }]);
    await ping(job);
    expect((await organization.check(job.id)).state).toBe('UP');
    expect((await historyOf(suite.pool, job.id)).map(({ verdict }) => verdict)).toEqual([
      'FAILED',
      'FAILED',
      'SUCCEEDED',
      'SUCCEEDED',
    ]);
  });

  it('judges its silence now', async () => {
    const organization = suite.organization();
    const job = await newJob(organization);
    await ping(job);
    await becomes(organization, job, 'UP');
    await letPass(suite.pool, job.id, 3_665);
    expect((await organization.check(job.id)).state).toBe('DOWN');
  });
});

describe('a monitor that becomes a cron job, or stops being one', () => {
  it('hears pings from then on, and no longer', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    const job = await organization.update(id, { type: 'CRON' });
    expect(await ping(job)).toBe(200);
    await becomes(organization, job, 'UP');
    await organization.update(id, { type: 'HTTP' });
    expect(await ping(job)).toBe(404);
    expect(await deadlineOf(job)).toBeNull();
    const again = await organization.update(id, { type: 'CRON' });
    expect(again.heartbeatUrl).not.toBe(job.heartbeatUrl);
    expect(await ping(again)).toBe(200);
  });
});

describe('a job beside one that nobody can make sense of', () => {
  it('is heard while the other reports the end of a run of 26 days', async () => {
    const [organization, other] = [suite.organization(), suite.organization()];
    const [endless, healthy] = await Promise.all([newJob(organization), newJob(other)]);
    expect(await ping(endless, '/start')).toBe(200);
    await waitFor('the start', async () => {
      const { rowCount } = await suite.pool.query(
        `UPDATE monitor.heartbeat SET run_started_at = now() - interval '26 days'
         WHERE monitor_id = $1 AND run_started_at IS NOT NULL`,
        [endless.id],
      );
      return rowCount === 1;
    });
    expect(await ping(endless)).toBe(200);
    expect(await ping(healthy)).toBe(200);
    await becomes(other, healthy, 'UP');
    await becomes(organization, endless, 'UP');
    expect((await historyOf(suite.pool, endless.id)).map(({ took_ms: ms }) => ms)).toEqual([0]);
  });

  it('is heard while the pings of the other cannot be, which are parked', async () => {
    const [organization, other] = [suite.organization(), suite.organization()];
    const [broken, healthy] = await Promise.all([newJob(organization), newJob(other)]);
    await suite.pool.query(
      `INSERT INTO monitor.heartbeat_ping (monitor_id, epoch, kind, received_at) VALUES ($1, 1, 'SUCCESS', 'infinity')`,
      [broken.id],
    );
    expect(await ping(healthy)).toBe(200);
    await becomes(other, healthy, 'UP');
    const messages = await waitFor('a parked ping', async () => {
      const parked = await suite.rpc.ask(parkedRequests.monitor.list, {});
      return parked.messages.length > 0 && parked.messages;
    });
    expect(messages).toEqual([expect.objectContaining({ consumer: 'heartbeat-pings', messageId: broken.id })]);
    expect(await ping(broken)).toBe(200);
    await becomes(organization, broken, 'UP');
  });

  it('are parked in the transaction that removes them', async () => {
    const job = await newJob(suite.organization());
    // Every commit that removes a ping of this job fails; a sequence counts the tries, because it is never rolled back.
    await suite.pool.query(`
      CREATE SEQUENCE monitor.tries;
      CREATE FUNCTION monitor.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM nextval('monitor.tries');
          RAISE EXCEPTION 'refused by the test' USING ERRCODE = '53100';
        END $$;
      CREATE CONSTRAINT TRIGGER refuse AFTER DELETE ON monitor.heartbeat_ping DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (OLD.monitor_id = '${job.id}') EXECUTE FUNCTION monitor.refuse();
      INSERT INTO monitor.heartbeat_ping (monitor_id, epoch, kind, received_at)
        VALUES ('${job.id}', 1, 'SUCCESS', 'infinity')`);
    await waitFor('two tries', async () => {
      const { rowCount } = await suite.pool.query('SELECT FROM monitor.tries WHERE last_value > 1');
      return rowCount === 1;
    });
    const isParked = async (): Promise<boolean> => {
      const { messages } = await suite.rpc.ask(parkedRequests.monitor.list, {});
      return messages.some(({ messageId }) => messageId === job.id);
    };
    const stored = async (): Promise<number | null> =>
      (await suite.pool.query('SELECT FROM monitor.heartbeat_ping WHERE monitor_id = $1', [job.id])).rowCount;
    expect([await isParked(), await stored()]).toEqual([false, 1]);
    await suite.pool.query('DROP FUNCTION monitor.refuse() CASCADE');
    await waitFor('the parked ping', isParked);
    expect(await stored()).toBe(0);
  });
});
