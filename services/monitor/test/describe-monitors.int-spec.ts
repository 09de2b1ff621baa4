import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { internal } from '@vedette/contract';
import { writeChecked } from './support/rows.ts';
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

it('lists what expires until then, page by page, without paused and deleted monitors', async () => {
  const organization = suite.organization();
  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  const made = [];
  for (const days of [-1, 5, 9, 40, 6, 7]) {
    const monitor = await organization.create({ url: 'https://user:secret@shop.example/a?b#c' });
    await writeChecked(suite.pool, monitor.id, 'UP');
    const sql = 'UPDATE monitor.monitor_runtime SET cert_expires_at = $2 WHERE monitor_id = $1';
    await suite.pool.query(sql, [monitor.id, day(days)]);
    made.push(monitor);
  }
  const domain = await organization.create({ type: 'DOMAIN', url: 'shop.example' });
  const registration = { domain: 'shop.example', expiresAt: day(8), checkedAt: day(0) };
  const learn = 'INSERT INTO monitor.monitor_observation (monitor_id, registration) VALUES ($1, $2)';
  await suite.pool.query(learn, [domain.id, JSON.stringify(registration)]);
  const [, first, second, , paused, gone] = made;
  await organization.pause(paused?.id ?? '');
  await organization.delete(gone?.id ?? '');
  const until = day(30);
  const list = async (after: string | null, limit: number) => {
    const { expiries } = await suite.rpc.ask(internal.listExpiries, { until, after, limit });
    return expiries.filter(({ organizationId }) => organizationId === organization.id);
  };
  const all = await list(null, 100);
  expect(all.map(({ monitor }) => monitor.id)).toEqual([first?.id, second?.id, domain.id]);
  expect(all[0]).toEqual({
    organizationId: organization.id,
    monitor: {
      id: first?.id,
      name: first?.name,
      type: 'HTTP',
      target: 'https://shop.example/a',
      createdAt: first?.createdAt,
    },
    expiresAt: expect.stringContaining(day(5).slice(0, 10)),
  });
  expect(all[2]).toMatchObject({ monitor: { target: 'shop.example' }, expiresAt: registration.expiresAt });
  expect(await list(first?.id ?? '', 1)).toEqual(all.slice(1, 2));
  expect(await list(domain.id, 100)).toEqual([]);
});
