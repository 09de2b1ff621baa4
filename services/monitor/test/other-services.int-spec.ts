import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeChecked } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

const page = (number: number, componentName: string | null) => ({
  id: `sp_${number}`,
  name: `Page ${number}`,
  slug: `page-${number}`,
  url: `https://status.test/page-${number}`,
  published: true,
  componentName,
});

describe('the status pages of a monitor', () => {
  it('are those that the status-page service knows, a page of them at a time', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ name: 'Checkout API' });
    suite.peers.pages.set(id, [page(1, 'Checkout'), page(2, null)]);
    expect(await organization.call('listMonitorStatusPages', { id })).toEqual({
      data: [page(1, 'Checkout'), page(2, 'Checkout API')],
      pagination: { limit: 25, offset: 0, total: 2 },
    });
    const second = await organization.call('listMonitorStatusPages', { id, query: { limit: 1, offset: 1 } });
    expect(second).toEqual({ data: [page(2, 'Checkout API')], pagination: { limit: 1, offset: 1, total: 2 } });
  });

  it('of a monitor that is unknown, deleted or foreign are not found', async () => {
    const organization = suite.organization();
    const { id: deleted } = await organization.create();
    await organization.delete(deleted);
    const { id: foreign } = await suite.organization().create();
    for (const id of ['mon_unknown', deleted, foreign]) {
      const listed = organization.call('listMonitorStatusPages', { id });
      await expect(listed).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('are a 500 while the status-page service does not answer', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    await suite.peers.goAway();
    const listed = organization.call('listMonitorStatusPages', { id });
    await expect(listed).rejects.toMatchObject({ code: 'internal_error' });
    await suite.peers.comeBack();
  });
});

describe('the overview', () => {
  const incident = (id: string, startedAt: string) => ({
    id,
    monitor: { id: 'mon_1', name: 'Site', type: 'HTTP' as const },
    startedAt,
    resolvedAt: null,
    durationSec: null,
    cause: 'Connection refused',
    acknowledged: false,
  });

  it('counts monitors by their state, and has what the other services tell', async () => {
    const organization = suite.organization();
    const monitors = await Promise.all(Array.from({ length: 4 }, () => organization.create()));
    const [up, down, degraded] = monitors.map(({ id }) => id);
    await writeChecked(suite.pool, up ?? '', 'UP');
    await writeChecked(suite.pool, down ?? '', 'DOWN');
    await writeChecked(suite.pool, degraded ?? '', 'DEGRADED');
    const { id: paused } = await organization.create();
    await organization.pause(paused);
    const { id: deleted } = await organization.create();
    await organization.delete(deleted);
    await suite.organization().create();
    const startedAt = new Date(Date.now() - 90_000).toISOString();
    suite.peers.incidents.set(
      organization.id,
      Array.from({ length: 12 }, (_, i) => incident(`inc_${i}`, startedAt)),
    );
    const window = {
      id: 'mw_1',
      title: 'Upgrade',
      state: 'SCHEDULED' as const,
      startsAt: '2100-01-01T00:00:00.000Z',
      endsAt: '2100-01-01T01:00:00.000Z',
      monitors: 3,
    };
    suite.peers.windows.set(organization.id, [window]);
    const overview = await organization.call('getOverview');
    expect(overview.monitors).toEqual({ total: 5, up: 1, degraded: 1, down: 1, pending: 1, paused: 1 });
    expect(overview.incidents).toMatchObject({ total: 12, data: { length: 10 } });
    expect(overview.incidents?.data[0]).toMatchObject({ id: 'inc_0', cause: 'Connection refused' });
    expect(overview.incidents?.data[0]?.ongoingSec).toBeGreaterThanOrEqual(90);
    expect(overview.maintenance).toEqual({ total: 1, data: [window] });
    expect(overview.slowest).toEqual([]);
  });

  it('says null for what nobody tells, and waits no longer than a second', async () => {
    const organization = suite.organization();
    await suite.peers.goAway();
    const startedAt = performance.now();
    const overview = await organization.call('getOverview');
    expect(performance.now() - startedAt).toBeLessThan(2_500);
    expect(overview).toMatchObject({ monitors: { total: 0 }, incidents: null, maintenance: null });
    await suite.peers.comeBack();
  });
});
