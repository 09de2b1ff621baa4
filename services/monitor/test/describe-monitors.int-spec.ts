import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { internal } from '@vedette/contract';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

it('describes the monitors of one organization and leaves out all others', async () => {
  const [ours, theirs] = [suite.organization(), suite.organization()];
  const [site, job, foreign] = await Promise.all([
    ours.create({ name: 'Site "one"' }),
    ours.create({ name: 'Job', type: 'CRON', url: null }),
    theirs.create(),
  ]);
  await ours.pause(job.id);
  const asked = { organizationId: ours.id, monitorIds: [site.id, job.id, foreign.id, 'mon_unknown'] };
  const { monitors } = await suite.rpc.ask(internal.describeMonitors, asked);
  expect(monitors.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
    { id: job.id, name: 'Job', type: 'CRON', state: 'PAUSED', createdAt: job.createdAt },
    { id: site.id, name: 'Site "one"', type: 'HTTP', state: 'PENDING', createdAt: site.createdAt },
  ]);
});

it('answers an empty list for nothing', async () => {
  const { id } = suite.organization();
  expect(await suite.rpc.ask(internal.describeMonitors, { organizationId: id, monitorIds: [] })).toEqual({
    monitors: [],
  });
});

it('counts the monitors of an organization, without the deleted ones', async () => {
  const organization = suite.organization();
  const { id: organizationId } = organization;
  expect(await suite.rpc.ask(internal.countMonitors, { organizationId })).toEqual({ count: 0 });
  const [gone] = await Promise.all([organization.create(), organization.create()]);
  await organization.delete(gone.id);
  expect(await suite.rpc.ask(internal.countMonitors, { organizationId })).toEqual({ count: 1 });
});
