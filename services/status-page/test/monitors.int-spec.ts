import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { internal } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { eventMonitor, newOutage, told } from '@vedette/test-kit/facts';
import type { Organization } from '@vedette/test-kit/organization';
import fc from 'fast-check';
import { MonitorCopyService } from '../src/monitors/monitor-copy.service.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

async function copyOf(monitorId: string): Promise<{ name: string; state: string; isForgotten: boolean } | undefined> {
  const { rows } = await suite.pool.query<{ name: string; state: string; isForgotten: boolean }>(
    `SELECT name, state, forgotten_at IS NOT NULL AS "isForgotten" FROM status_page.monitor_copy WHERE monitor_id = $1`,
    [monitorId],
  );
  return rows[0];
}

async function version(pageId: string): Promise<number> {
  const { rows } = await suite.pool.query<{ version: string }>(
    'SELECT version FROM status_page.page_version WHERE page_id = $1',
    [pageId],
  );
  return Number(rows[0]?.version);
}

describe('the copy of a monitor', () => {
  it('follows its events; one that comes late, or twice, changes nothing', async () => {
    const organization = suite.organization();
    const id = suite.peers.add(organization.id, 'M');
    const page = await organization.call('createStatusPage', { body: { name: 'P', components: [{ monitorId: id }] } });
    const before = await version(page.id);
    await suite.peers.tell('monitor.down', suite.peers.change(id, { state: 'DOWN' }), 10);
    await waitFor('DOWN', async () => (await copyOf(id))?.state === 'DOWN');
    expect(await version(page.id)).toBe(before + 1);
    await suite.peers.tell('monitor.up', suite.peers.change(id, { state: 'UP' }), 9);
    await suite.peers.tell('monitor.degraded', suite.peers.change(id, { state: 'DEGRADED' }), 11);
    await waitFor('DEGRADED', async () => (await copyOf(id))?.state === 'DEGRADED');
    expect(await version(page.id)).toBe(before + 2);
  });

  it('is mended by what the owner says when events were missed', async () => {
    const organization = suite.organization();
    const id = suite.peers.add(organization.id, 'M');
    const page = await organization.call('createStatusPage', { body: { name: 'P', components: [{ monitorId: id }] } });
    const before = await version(page.id);
    suite.peers.change(id, { state: 'DOWN', name: 'Silently renamed' });
    await suite.service.get(MonitorCopyService).refresh();
    expect(await copyOf(id)).toMatchObject({ state: 'DOWN', name: 'Silently renamed' });
    expect(await version(page.id)).toBe(before + 1);
    await suite.service.get(MonitorCopyService).refresh();
    expect(await version(page.id)).toBe(before + 1);
  });
});

describe('the refresh of copies', () => {
  it('goes on when PostgreSQL refuses one of them for its data', async () => {
    const organization = suite.organization();
    const ids = ['first', 'second', 'third'].map((name) => suite.peers.add(organization.id, name));
    const components = ids.map((monitorId) => ({ monitorId }));
    await organization.call('createStatusPage', { body: { name: 'P', components } });
    await suite.pool.query(`ALTER TABLE status_page.monitor_copy ADD CONSTRAINT refused CHECK (name <> 'Unstorable')`);
    for (const [index, id] of ids.entries()) {
      suite.peers.change(id, { name: index === 1 ? 'Unstorable' : 'Silently renamed' });
    }
    await suite.service.get(MonitorCopyService).refresh();
    const names = await Promise.all(ids.map(async (id) => (await copyOf(id))?.name));
    expect(names).toEqual(['Silently renamed', 'second', 'Silently renamed']);
    await suite.pool.query('ALTER TABLE status_page.monitor_copy DROP CONSTRAINT refused');
  });
});

describe('a deleted monitor', () => {
  it('vanishes from pages, published incidents and windows when asked, and again', async () => {
    const organization = suite.organization();
    const [gone, kept] = ['gone', 'kept'].map((name) => suite.peers.add(organization.id, name)) as [string, string];
    const { id: statusPageId } = await organization.call('createStatusPage', {
      body: { name: 'P', components: [{ monitorId: gone }, { monitorId: kept }] },
    });
    const { id: statusIncidentId } = await organization.call('createStatusIncident', {
      body: { title: 'T', message: 'M', statusPageIds: [statusPageId], monitorIds: [gone, kept] },
    });
    const { id: maintenanceId } = await organization.call('createMaintenanceWindow', {
      body: { title: 'T', startsAt: soon(1), endsAt: soon(2), monitorIds: [gone] },
    });
    const question = { organizationId: organization.id, monitorId: gone };
    expect(await suite.rpc.ask(internal.forgetMonitorPages, question)).toBeNull();
    expect(await suite.rpc.ask(internal.forgetMonitorPages, question)).toBeNull();
    const page = await organization.call('getStatusPage', { id: statusPageId });
    expect(page.components.map(({ monitorId }) => monitorId)).toEqual([kept]);
    const incident = await organization.call('getStatusIncident', { id: statusIncidentId });
    expect(incident.monitorIds).toEqual([kept]);
    const window = await organization.call('getMaintenanceWindow', { id: maintenanceId });
    expect(window.monitorIds).toEqual([]);
  });

  it('stays forgotten, whatever still arrives about it', async () => {
    const organization = suite.organization();
    const id = suite.peers.add(organization.id, 'M');
    await suite.rpc.ask(internal.forgetMonitorPages, { organizationId: organization.id, monitorId: id });
    await suite.peers.move(id, 'DOWN');
    const marker = suite.peers.add(organization.id, 'Marker');
    await suite.peers.move(marker, 'DOWN');
    await waitFor('the marker', () => copyOf(marker));
    expect(await copyOf(id)).toMatchObject({ isForgotten: true });
    // The monitor service may still know the monitor for a moment; a new reference would outlive it.
    await expect(
      organization.call('createStatusPage', { body: { name: 'P', components: [{ monitorId: id }] } }),
    ).rejects.toMatchObject({ code: 'validation_error', details: [{ path: 'components.0.monitorId' }] });
  });

  it('is never left on a page that is made while it is deleted', async () => {
    const organization = suite.organization();
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const monitorId = suite.peers.add(organization.id, 'Racing');
        await Promise.allSettled([
          organization.call('createStatusPage', { body: { name: 'Race', components: [{ monitorId }] } }),
          suite.rpc.ask(internal.forgetMonitorPages, { organizationId: organization.id, monitorId }),
        ]);
      }),
    );
    const { data } = await organization.call('listStatusPages', { query: { limit: '100' } });
    expect(data.flatMap(({ components }) => components)).toEqual([]);
  });

  it('is forgotten by its event, too', async () => {
    const organization = suite.organization();
    const id = suite.peers.add(organization.id, 'M');
    const page = await organization.call('createStatusPage', { body: { name: 'P', components: [{ monitorId: id }] } });
    await suite.peers.tell('monitor.deleted', suite.peers.change(id, {}));
    const components = await waitFor('an empty page', async () => {
      const read = await organization.call('getStatusPage', { id: page.id });
      return read.components.length === 0 ? read.components : undefined;
    });
    expect(components).toEqual([]);
  });
});

describe('the pages that show a monitor', () => {
  it('are listed newest first, with the name that it has on each, and without those of others', async () => {
    const organization = suite.organization();
    const monitorId = suite.peers.add(organization.id, 'API of production');
    const named = await organization.call('createStatusPage', {
      body: { name: 'One', components: [{ monitorId, name: 'API' }] },
    });
    await organization.call('createStatusPage', { body: { name: 'Without it' } });
    const draft = await organization.call('createStatusPage', {
      body: { name: 'Two', published: false, components: [{ monitorId }] },
    });
    const ask = (asked: Organization, limit: number, offset = 0) =>
      asked.ask(internal.listPagesOfMonitor, { monitorId, limit, offset });
    const { id, name, slug, url } = named;
    expect(await ask(organization, 10)).toEqual({
      pages: [
        { id: draft.id, name: 'Two', slug: draft.slug, url: draft.url, published: false, componentName: null },
        { id, name, slug, url, published: true, componentName: 'API' },
      ],
      total: 2,
    });
    expect(await ask(organization, 1, 1)).toMatchObject({ pages: [{ id }], total: 2 });
    expect(await ask(suite.organization(), 10)).toEqual({ pages: [], total: 0 });
  });
});

function soon(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString();
}

describe('events that overtake each other', () => {
  it('leave the copy as the newest of them says, in any order, together, and with repetitions', async () => {
    const states = ['DOWN', 'UP', 'PAUSED', 'PENDING', 'DEGRADED'] as const;
    const types = ['monitor.down', 'monitor.up', 'monitor.paused', 'monitor.resumed', 'monitor.degraded'] as const;
    const orders = fc.sample(
      fc.shuffledSubarray([...states.keys(), ...states.keys()], { minLength: 2 * states.length }),
      { numRuns: 40, seed: 1 },
    );
    for (const order of orders) {
      const organization = suite.organization();
      const outage = newOutage();
      const events = states.map((state, index) => {
        const monitor = eventMonitor(outage, { state, name: `Name ${index}` });
        return told(organization.id, types[index] ?? 'monitor.up', { monitor }, { sequence: index + 1 });
      });
      for (let from = 0, size = 1; from < order.length; from += size, size = (size % 4) + 1) {
        const together = order.slice(from, from + size).flatMap((index) => events[index]?.message ?? []);
        await suite.service.get(MonitorCopyService).receiveAll(together);
      }
      expect(await copyOf(outage.monitor.id)).toMatchObject({ state: 'DEGRADED', name: 'Name 4' });
    }
  });
});
