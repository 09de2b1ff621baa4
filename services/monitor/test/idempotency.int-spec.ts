import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventsOf } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

const body = { name: 'Site', type: 'HTTP', url: 'http://target.test/', intervalSeconds: 3_600 };

describe('a keyed mutation', () => {
  it('sent 25 times at once makes one monitor, and all get its bytes', async () => {
    const organization = suite.organization();
    const request = { body, idempotencyKey: 'k' };
    const answers = await Promise.all(Array.from({ length: 25 }, () => organization.forward('createMonitor', request)));
    expect(new Set(answers.map((answer) => Buffer.from(answer.body).toString())).size).toBe(1);
    expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect((await organization.list()).pagination.total).toBe(1);
    expect(await eventsOf(suite.pool, organization.id)).toHaveLength(1);
  });

  it('is replayed by another replica', async () => {
    const organization = suite.organization();
    const request = { body, idempotencyKey: 'k' };
    const first = await organization.forward('createMonitor', request);
    const replica = await suite.startReplica();
    const answers = await Promise.all(Array.from({ length: 20 }, () => organization.forward('createMonitor', request)));
    for (const answer of answers) expect(answer).toEqual({ body: first.body, isReplayed: true });
    await replica.stop();
  });

  it('shows in its replay the monitor as it was then', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    const request = { id, body: { name: 'First' }, idempotencyKey: 'k' };
    const first = await organization.forward('updateMonitor', request);
    await organization.update(id, { name: 'Second' });
    expect(await organization.forward('updateMonitor', request)).toEqual({ body: first.body, isReplayed: true });
    expect(await organization.get(id)).toMatchObject({ name: 'Second' });
  });

  it('frees its key when it is refused', async () => {
    const full = suite.organization({ monitors: 0 });
    const request = { body, idempotencyKey: 'k' };
    await expect(full.forward('createMonitor', request)).rejects.toMatchObject({ code: 'plan_limit' });
    const upgraded = full.on({ monitors: 1 });
    expect(await upgraded.forward('createMonitor', request)).toMatchObject({ isReplayed: false });
    expect(await upgraded.forward('createMonitor', request)).toMatchObject({ isReplayed: true });
  });

  it('pauses and resumes once each, also when both are sent again', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    const pause = { id, body: {}, idempotencyKey: 'pause' };
    const resume = { id, body: {}, idempotencyKey: 'resume' };
    await organization.forward('pauseMonitor', pause);
    await organization.forward('resumeMonitor', resume);
    expect(await organization.forward('pauseMonitor', pause)).toMatchObject({ isReplayed: true });
    expect(await organization.get(id)).toMatchObject({ state: 'PENDING' });
  });
});
