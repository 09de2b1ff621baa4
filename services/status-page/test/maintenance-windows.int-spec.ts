import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventMessage, MaintenanceFacts, MaintenanceWindow } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { MaintenanceWindowClock } from '../src/windows/maintenance-window-clock.ts';
import { IncidentPeer } from './support/incident-peer.ts';
import type { Organization } from '@vedette/test-kit/organization';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

const HOUR_MS = 3_600_000;
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

function withMonitor(): { organization: Organization; monitorId: string } {
  const organization = suite.organization();
  return { organization, monitorId: suite.peers.add(organization.id, 'Monitor') };
}
const schedule = (organization: Organization, monitorId: string, body: object = {}) =>
  organization.call('createMaintenanceWindow', {
    body: { title: 'Upgrade', startsAt: inMs(HOUR_MS), endsAt: inMs(2 * HOUR_MS), monitorIds: [monitorId], ...body },
  });
const patch = (organization: Organization, maintenanceId: string, body: object) =>
  organization.call('updateMaintenanceWindow', { id: maintenanceId, body });
const get = (organization: Organization, maintenanceId: string) =>
  organization.call('getMaintenanceWindow', { id: maintenanceId });
const remove = (organization: Organization, maintenanceId: string) =>
  organization.call('deleteMaintenanceWindow', { id: maintenanceId });

async function told(organization: Organization): Promise<string[]> {
  return (await suite.eventsOf(organization)).map(({ event }) => event.type.replace('maintenance.', ''));
}
async function toldAll(organization: Organization, types: string[]): Promise<EventMessage[]> {
  await waitFor(types.join(', '), async () => (await told(organization)).length >= types.length);
  expect(await told(organization)).toEqual(types);
  return suite.eventsOf(organization);
}
const facts = (message: EventMessage | undefined): MaintenanceFacts => message?.facts as MaintenanceFacts;

async function spans(monitorId: string): Promise<{ from: string; to: string }[]> {
  const { rows } = await suite.pool.query<{ started_at: Date; ended_at: Date }>(
    'SELECT started_at, ended_at FROM status_page.maintenance_span WHERE monitor_id = $1 ORDER BY started_at',
    [monitorId],
  );
  return rows.map((row) => ({ from: row.started_at.toISOString(), to: row.ended_at.toISOString() }));
}

describe('a maintenance window', () => {
  it('is scheduled, read back, and told with what suppresses alerts', async () => {
    const { organization, monitorId } = withMonitor();
    const startsAt = inMs(HOUR_MS);
    const endsAt = inMs(2 * HOUR_MS);
    const window = await schedule(organization, monitorId, { startsAt, endsAt });
    expect(window).toEqual({
      id: expect.stringMatching(/^mw_/),
      title: 'Upgrade',
      description: null,
      state: 'SCHEDULED',
      startsAt,
      endsAt,
      recurrence: null,
      occurrence: { startsAt, endsAt },
      monitorIds: [monitorId],
      statusPageIds: [],
      createdAt: window.updatedAt,
      updatedAt: window.createdAt,
    });
    expect(await get(organization, window.id)).toEqual(window);
    const [event] = await toldAll(organization, ['scheduled']);
    expect(event?.event.data).toEqual({ maintenanceWindow: window });
    expect(facts(event)).toEqual({ revision: 1, monitorIds: [monitorId], occurrences: [{ startsAt, endsAt }] });
  });

  it('tells of the occurrence after the next one, too', async () => {
    const { organization, monitorId } = withMonitor();
    const recurrence = { frequency: 'DAILY', timezone: 'UTC' };
    const window = await schedule(organization, monitorId, { recurrence });
    expect(window.recurrence).toEqual({ frequency: 'DAILY', interval: 1, weekdays: [], until: null, timezone: 'UTC' });
    const [event] = await toldAll(organization, ['scheduled']);
    const [first, second] = facts(event).occurrences;
    expect(Date.parse(second?.startsAt ?? '') - Date.parse(first?.startsAt ?? '')).toBe(24 * HOUR_MS);
  });

  it('must end in the future, and refer to what exists', async () => {
    const { organization, monitorId } = withMonitor();
    await expect(
      schedule(organization, monitorId, { startsAt: inMs(-2 * HOUR_MS), endsAt: inMs(-HOUR_MS) }),
    ).rejects.toMatchObject({ code: 'validation_error', details: [{ path: 'endsAt' }] });
    await expect(
      schedule(organization, monitorId, { monitorIds: [monitorId, 'mon_none'], statusPageIds: ['sp_none'] }),
    ).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'monitorIds.1' }, { path: 'statusPageIds.0' }],
    });
    expect(await told(organization)).toEqual([]);
  });

  it('whose time has come is active at once', async () => {
    const { organization, monitorId } = withMonitor();
    const startsAt = inMs(-HOUR_MS);
    const window = await schedule(organization, monitorId, { startsAt });
    expect(window.state).toBe('ACTIVE');
    const [, started] = await toldAll(organization, ['scheduled', 'started']);
    expect(started?.event.data).toMatchObject({ maintenanceWindow: { id: window.id, state: 'ACTIVE' } });
    expect(facts(started).revision).toBe(2);
    expect(await spans(monitorId)).toEqual([{ from: startsAt, to: window.endsAt }]);
  });

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

  it('is right to the moment in a read, before the clock has looked', async () => {
    const { organization, monitorId } = withMonitor();
    const startsAt = inMs(300);
    const { id } = await schedule(organization, monitorId, { startsAt, endsAt: inMs(HOUR_MS) });
    await waitFor('its time', () => Date.now() >= Date.parse(startsAt), { intervalMs: 1 });
    expect((await get(organization, id)).state).toBe('ACTIVE');
  });
});

describe('a change of a window', () => {
  it('changes what is sent, and is told, also when nothing changes; then updatedAt stays', async () => {
    const { organization, monitorId } = withMonitor();
    const window = await schedule(organization, monitorId);
    expect(await patch(organization, window.id, {})).toEqual(window);
    const changed = await patch(organization, window.id, { title: 'Downgrade', description: 'Sorry' });
    expect(changed).toEqual({ ...window, title: 'Downgrade', description: 'Sorry', updatedAt: changed.updatedAt });
    const events = await toldAll(organization, ['scheduled', 'updated', 'updated']);
    expect(events.map((event) => facts(event).revision)).toEqual([1, 2, 3]);
  });

  it('is held against the whole result, and refused when no occurrence would be left', async () => {
    const { organization, monitorId } = withMonitor();
    const window = await schedule(organization, monitorId);
    await expect(patch(organization, window.id, { endsAt: inMs(1_000) })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'endsAt' }],
    });
    await expect(
      patch(organization, window.id, { startsAt: inMs(-3 * HOUR_MS), endsAt: inMs(-HOUR_MS) }),
    ).rejects.toMatchObject({ code: 'validation_error', details: [{ path: 'endsAt' }] });
    expect(await get(organization, window.id)).toEqual(window);
  });

  it('of the end lets a running one go on, without starting anew', async () => {
    const { organization, monitorId } = withMonitor();
    const { id, startsAt } = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS) });
    const endsAt = inMs(5 * HOUR_MS);
    const longer = await patch(organization, id, { endsAt });
    expect(longer).toMatchObject({ state: 'ACTIVE', occurrence: { startsAt, endsAt } });
    expect(await spans(monitorId)).toEqual([{ from: startsAt, to: endsAt }]);
    await toldAll(organization, ['scheduled', 'started', 'updated']);
  });

  it('can end a running one, now', async () => {
    const { organization, monitorId } = withMonitor();
    const { id } = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS) });
    const ended = await patch(organization, id, { endsAt: inMs(-1_000) });
    expect(ended).toMatchObject({ state: 'COMPLETED', occurrence: null });
    expect((await spans(monitorId))[0]?.to).toBe(ended.updatedAt);
    const events = await toldAll(organization, ['scheduled', 'started', 'updated', 'ended']);
    expect(facts(events[3]).occurrences).toEqual([]);
    await expect(patch(organization, id, { title: 'Late' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('can put a running one off; then it starts again', async () => {
    const { organization, monitorId } = withMonitor();
    const { id } = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS) });
    const later = await patch(organization, id, { startsAt: inMs(1_000), endsAt: inMs(2 * HOUR_MS) });
    expect(later.state).toBe('SCHEDULED');
    await toldAll(organization, ['scheduled', 'started', 'updated', 'ended', 'started']);
    expect(await spans(monitorId)).toHaveLength(2);
  });

  it('can start one now', async () => {
    const { organization, monitorId } = withMonitor();
    const { id } = await schedule(organization, monitorId);
    expect((await patch(organization, id, { startsAt: inMs(-1_000) })).state).toBe('ACTIVE');
    await toldAll(organization, ['scheduled', 'updated', 'started']);
  });

  it('of the monitors of a running one holds from now on', async () => {
    const { organization, monitorId } = withMonitor();
    const other = suite.peers.add(organization.id, 'Other');
    const window = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS) });
    const changed = await patch(organization, window.id, { monitorIds: [other] });
    expect(await spans(monitorId)).toEqual([{ from: window.startsAt, to: changed.updatedAt }]);
    expect(await spans(other)).toEqual([{ from: changed.updatedAt, to: window.endsAt }]);
  });
});

describe('the end of a window', () => {
  it('that has not completed is told as cancelled, and suppresses nothing any more', async () => {
    const { organization, monitorId } = withMonitor();
    const window = await schedule(organization, monitorId);
    expect(await remove(organization, window.id)).toEqual({ data: { id: window.id } });
    const [, cancelled] = await toldAll(organization, ['scheduled', 'cancelled']);
    expect(facts(cancelled)).toEqual({ revision: 2, monitorIds: [monitorId], occurrences: [] });
    await expect(get(organization, window.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('leaves the time in which it really ran', async () => {
    const { organization, monitorId } = withMonitor();
    const { id, startsAt, endsAt } = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS) });
    await remove(organization, id);
    const [span] = await spans(monitorId);
    expect(span?.from).toBe(startsAt);
    expect(Date.parse(span?.to ?? '')).toBeLessThan(Date.parse(endsAt));
  });

  it('that has completed is told no more', async () => {
    const { organization, monitorId } = withMonitor();
    const { id } = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS), endsAt: inMs(300) });
    await toldAll(organization, ['scheduled', 'started', 'ended']);
    await remove(organization, id);
    const { id: next } = await schedule(organization, monitorId);
    await remove(organization, next);
    await toldAll(organization, ['scheduled', 'started', 'ended', 'scheduled', 'cancelled']);
    expect(await spans(monitorId)).toHaveLength(1);
  });

  it('is not another organization’s to decide', async () => {
    const { organization, monitorId } = withMonitor();
    const { id } = await schedule(organization, monitorId);
    const stranger = suite.organization();
    await expect(get(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(patch(stranger, id, {})).rejects.toMatchObject({ code: 'not_found' });
    await expect(remove(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the incident service', () => {
  it('knows of a window before its request is answered', async () => {
    const incidents = await IncidentPeer.start(suite.config.natsUrl);
    const { organization, monitorId } = withMonitor();
    const { id, startsAt, endsAt } = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS) });
    expect(incidents.notices).toEqual([
      {
        organizationId: organization.id,
        windowId: id,
        at: expect.any(String),
        isCancelled: false,
        facts: { revision: 2, monitorIds: [monitorId], occurrences: [{ startsAt, endsAt }] },
      },
    ]);
    await patch(organization, id, { title: 'Other' });
    await remove(organization, id);
    expect(incidents.notices.map(({ isCancelled, facts: { revision } }) => [isCancelled, revision])).toEqual([
      [false, 2],
      [false, 3],
      [true, 4],
    ]);
    await incidents.stop();
  });
});

describe('windows and pages', () => {
  it('the list is newest first and filtered by state', async () => {
    const { organization, monitorId } = withMonitor();
    const planned = await schedule(organization, monitorId);
    const running = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS) });
    const over = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS), endsAt: inMs(200) });
    await waitFor('the end', async () => (await get(organization, over.id)).state === 'COMPLETED');
    const ids = async (query: Record<string, string>) => {
      const { data, pagination } = await organization.call('listMaintenanceWindows', { query });
      return { ids: data.map(({ id }) => id), total: pagination.total };
    };
    expect(await ids({})).toEqual({ ids: [over.id, running.id, planned.id], total: 3 });
    expect(await ids({ state: 'SCHEDULED' })).toEqual({ ids: [planned.id], total: 1 });
    expect(await ids({ state: 'ACTIVE' })).toEqual({ ids: [running.id], total: 1 });
    expect(await ids({ state: 'COMPLETED' })).toEqual({ ids: [over.id], total: 1 });
  });

  it('a monitor in a window does not count as down', async () => {
    const { organization, monitorId } = withMonitor();
    suite.peers.change(monitorId, { state: 'DOWN' });
    const page = await organization.call('createStatusPage', { body: { name: 'P', components: [{ monitorId }] } });
    expect(page.state).toBe('MAJOR_OUTAGE');
    const { id } = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS) });
    const read = () => organization.call('getStatusPage', { id: page.id });
    expect((await read()).state).toBe('MAINTENANCE');
    await remove(organization, id);
    expect((await read()).state).toBe('MAJOR_OUTAGE');
  });
});
