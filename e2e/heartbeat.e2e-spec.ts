import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Incident, Monitor, MonitorState } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import pg from 'pg';
import { letPass } from '@vedette/test-kit/let-pass';
import { sharedFixture, type SharedFixture, type Tenant } from './support/fixture.ts';
import { createJob, jobBecomes, ping } from './support/cron-jobs.ts';
import type { Page } from './support/monitors.ts';

// Cron jobs that report by themselves, on the address that the API gives them.

let fixture: SharedFixture;
let tenant: Tenant;
let pool: pg.Pool;
beforeAll(async () => {
  fixture = await sharedFixture();
  tenant = await fixture.tenant();
  pool = new pg.Pool({ connectionString: fixture.stack.databaseUrl });
});
afterAll(() => pool.end());

const newJob = (fields?: Record<string, unknown>): Promise<Monitor> => createJob(tenant.api, fields);
const becomes = (job: Monitor, state: MonitorState): Promise<Monitor> => jobBecomes(tenant.api, job, state);

const incidentsOf = async ({ id }: Monitor): Promise<Incident[]> =>
  (await tenant.api.get<Page<Incident>>(`/api/v1/incidents?monitorId=${id}`)).body.data;

describe('a cron job', () => {
  it('goes from PENDING to UP, DOWN and back by what it reports', async () => {
    const job = await newJob();
    expect(job.heartbeatUrl).toMatch(new RegExp(`^${fixture.stack.heartbeatUrl}/[\\w-]{22,}$`));
    expect(await ping(job, '/start')).toBe(200);
    expect(await ping(job, '', 'POST')).toBe(200);
    await becomes(job, 'UP');
    expect(await ping(job, '/2')).toBe(200);
    await becomes(job, 'DOWN');
    const [incident] = await waitFor('the incident', async () => {
      const found = await incidentsOf(job);
      return found.length > 0 && found;
    });
    expect(incident).toMatchObject({ cause: 'The job ended with exit code 2', resolvedAt: null });
    expect(await ping(job, '/0', 'HEAD')).toBe(200);
    await becomes(job, 'UP');
    await waitFor('the incident to be resolved', async () => (await incidentsOf(job))[0]?.resolvedAt !== null);
  });

  it('checked by hand is judged now, with its incident in the list', async () => {
    const job = await newJob();
    const checked = await tenant.api.post<Monitor>(`/api/v1/monitors/${job.id}/check`, {});
    expect([checked.status, checked.body.state]).toEqual([200, 'PENDING']);
    await ping(job, '/fail');
    const { body } = await tenant.api.post<Monitor>(`/api/v1/monitors/${job.id}/check`, {});
    expect(body.state).toBe('DOWN');
    expect((await incidentsOf(job)).map(({ cause }) => cause)).toEqual(['The job reported a failure']);
  });

  it('that is paused still gets its 200, and stays paused', async () => {
    const job = await newJob();
    await tenant.api.post(`/api/v1/monitors/${job.id}/pause`, {});
    expect(await ping(job)).toBe(200);
    expect(await ping(job, '/1')).toBe(200);
    const { body } = await tenant.api.get<Monitor>(`/api/v1/monitors/${job.id}`);
    expect(body.state).toBe('PAUSED');
    expect(await incidentsOf(job)).toEqual([]);
  });

  it('that is late is found down, since the end of its grace', async () => {
    const job = await newJob({ expectedPeriodSec: 60 });
    await ping(job);
    const { lastCheckedAt } = await becomes(job, 'UP');
    const pingedAt = Date.parse(lastCheckedAt ?? '');
    // Four seconds from now are left, however long it took until here.
    const passing = 56 - Math.ceil((Date.now() - pingedAt) / 1_000);
    await letPass(pool, job.id, passing);
    const deadline = pingedAt + (60 - passing) * 1_000;
    const down = await becomes(job, 'DOWN');
    expect(Date.parse(down.lastStatusChangedAt ?? '')).toBe(deadline);
    expect(await ping(job)).toBe(200);
    await becomes(job, 'UP');
  });

  it('is not found under an address that is none', async () => {
    const job = await newJob();
    expect(await ping(job, '/256')).toBe(404);
    expect(await ping(job, 'x')).toBe(404);
    await tenant.api.delete(`/api/v1/monitors/${job.id}`);
    expect(await ping(job)).toBe(404);
  });
});
