import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MaintenanceWindow } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { MaintenanceWindowClock } from '../src/windows/maintenance-window-clock.ts';
import { MaintenanceWindowRepository } from '../src/windows/maintenance-window.repository.ts';
import { facts, HOUR_MS, inMs, maintenanceWindows } from './support/maintenance-windows.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

const { withMonitor, schedule, get, remove, toldAll, spans } = maintenanceWindows(() => suite);

describe('a maintenance window', () => {
  it('starts and ends by itself within 2 s, once each, whatever the number of replicas', async () => {
    const replicas = await Promise.all([suite.startReplica(), suite.startReplica()]);
    const { organization, monitorId } = withMonitor();
    const windows = await Promise.all(
      Array.from({ length: 20 }, () =>
        schedule(organization, monitorId, { startsAt: inMs(1_500), endsAt: inMs(3_000) }),
      ),
    );
    await waitFor(
      'all ends',
      async () => (await suite.eventsOf(organization, 'maintenance.ended')).length === windows.length,
    );
    const all = await suite.eventsOf(organization);
    for (const window of windows) {
      const messages = all.filter(
        ({ event }) => 'maintenanceWindow' in event.data && event.data.maintenanceWindow.id === window.id,
      );
      expect(messages.map(({ event }) => event.type)).toEqual([
        'maintenance.scheduled',
        'maintenance.started',
        'maintenance.ended',
      ]);
      const [, started, ended] = messages;
      expect(Date.parse(started?.event.timestamp ?? '') - Date.parse(window.startsAt)).toBeLessThan(2_000);
      expect(Date.parse(ended?.event.timestamp ?? '') - Date.parse(window.endsAt)).toBeLessThan(2_000);
      expect(ended?.event.data).toMatchObject({ maintenanceWindow: { state: 'COMPLETED', occurrence: null } });
      expect(facts(ended)).toEqual({ revision: 3, monitorIds: [monitorId], occurrences: [] });
    }
    await Promise.all(replicas.map((replica) => replica.stop()));
  });

  it('that slept through occurrences tells of each, in order', async () => {
    const { organization, monitorId } = withMonitor();
    const recurrence = { frequency: 'DAILY', timezone: 'UTC' };
    const { id } = await schedule(organization, monitorId, { recurrence });
    await suite.service.get(MaintenanceWindowClock).moveAll(new Date(Date.now() + 49.5 * HOUR_MS));
    const events = await toldAll(organization, ['scheduled', 'started', 'ended', 'started', 'ended', 'started']);
    const days = events.slice(1).map(({ event }) => {
      const { occurrence, state } = (event.data as { maintenanceWindow: MaintenanceWindow }).maintenanceWindow;
      return `${state} ${String(Math.round((Date.parse(occurrence?.startsAt ?? '') - Date.now()) / HOUR_MS))}`;
    });
    expect(days).toEqual(['ACTIVE 1', 'SCHEDULED 25', 'ACTIVE 25', 'SCHEDULED 49', 'ACTIVE 49']);
    expect(await spans(monitorId)).toHaveLength(3);
    await remove(organization, id);
  });

  it('whose data make it fail holds up no other', async () => {
    const { organization, monitorId } = withMonitor();
    const recurrence = { frequency: 'DAILY', timezone: 'UTC' };
    const broken = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS), recurrence });
    const healthy = withMonitor();
    const { id } = await schedule(healthy.organization, healthy.monitorId, { startsAt: inMs(-HOUR_MS) });
    // Both end at the same time, and the next occurrence of the broken one cannot be computed.
    await suite.pool.query(
      `UPDATE status_page.maintenance_window
       SET occurrence_ends_at = now(), timezone = CASE WHEN timezone IS NOT NULL THEN 'Nowhere/Land' END
       WHERE id = ANY ($1)`,
      [[broken.id, id]],
    );
    await toldAll(healthy.organization, ['scheduled', 'started', 'ended']);
    const { data } = await organization.call('listMaintenanceWindows', { query: {} });
    expect(data).toMatchObject([{ id: broken.id, state: 'ACTIVE' }]);
    await suite.pool.query(`UPDATE status_page.maintenance_window SET timezone = 'UTC' WHERE id = $1`, [broken.id]);
    expect((await organization.call('listMaintenanceWindows', { query: {} })).data).toMatchObject([
      { id: broken.id, state: 'SCHEDULED' },
    ]);
  });

  it('that is stored with a start in the year 1 goes on with its next occurrence', async () => {
    const { organization, monitorId } = withMonitor();
    const recurrence = { frequency: 'MONTHLY', timezone: 'UTC' };
    const { id } = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS), recurrence });
    await suite.pool.query(
      `UPDATE status_page.maintenance_window SET starts_at = '0001-01-01T10:00Z', ends_at = '0001-01-01T11:00Z',
         occurrence_ends_at = now() WHERE id = $1`,
      [id],
    );
    const { state, occurrence } = await get(organization, id);
    expect(state).toBe('SCHEDULED');
    expect(occurrence?.startsAt).toMatch(/^\d{4}-\d\d-01T10:00:00\.000Z$/);
    expect(Date.parse(occurrence?.startsAt ?? '') - Date.now()).toBeLessThan(31 * 24 * HOUR_MS);
    await remove(organization, id);
  });

  it('is right to the moment in a read, before the clock has looked', async () => {
    const { organization, monitorId } = withMonitor();
    const startsAt = inMs(300);
    const { id } = await schedule(organization, monitorId, { startsAt, endsAt: inMs(HOUR_MS) });
    await waitFor('its time', () => Date.now() >= Date.parse(startsAt), { intervalMs: 1 });
    expect((await get(organization, id)).state).toBe('ACTIVE');
  });

  it('waits for no more than the first windows of others that start at the same time', async () => {
    const busy = withMonitor();
    const other = suite.peers.add(busy.organization.id, 'Other');
    const startsAt = inMs(HOUR_MS);
    for (let n = 0; n < 24; n += 1) {
      await schedule(busy.organization, n % 2 === 0 ? busy.monitorId : other, { startsAt });
    }
    const quiet = withMonitor();
    const { id } = await schedule(quiet.organization, quiet.monitorId, { startsAt: inMs(HOUR_MS + 60_000) });
    const due = await suite.service.get(MaintenanceWindowRepository).due(new Date(Date.now() + 1.1 * HOUR_MS), 20, []);
    expect(due).toHaveLength(20);
    expect(due.findIndex((window) => window.id === id)).toBeLessThan(new Set(due.map((w) => w.organizationId)).size);
  });
});
