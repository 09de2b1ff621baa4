import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StatusIncident } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { Organization } from '@vedette/test-kit/organization';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

async function withPage(): Promise<{ organization: Organization; pageId: string }> {
  const organization = suite.organization();
  const { id } = await organization.call('createStatusPage', { body: { name: 'Page' } });
  return { organization, pageId: id };
}
const publish = (organization: Organization, pageId: string, body: object = {}) =>
  organization.call('createStatusIncident', {
    body: { title: 'Trouble', message: 'We look into it', statusPageIds: [pageId], ...body },
  });
const patch = (organization: Organization, statusIncidentId: string, body: object) =>
  organization.call('updateStatusIncident', { id: statusIncidentId, body });
const post = (
  organization: Organization,
  statusIncidentId: string,
  state: string,
  message = 'News',
  createdAt?: string,
) =>
  organization.call('createStatusIncidentUpdate', {
    id: statusIncidentId,
    body: { state, message, ...(createdAt !== undefined && { createdAt }) },
  });
const get = (organization: Organization, statusIncidentId: string) =>
  organization.call('getStatusIncident', { id: statusIncidentId });

async function eventTypes(organization: Organization): Promise<string[]> {
  return (await suite.eventsOf(organization)).map(({ event }) => event.type);
}

describe('a published incident', () => {
  it('begins with its message as the first update, and is told', async () => {
    const { organization, pageId } = await withPage();
    const incident = await publish(organization, pageId);
    expect(incident).toEqual({
      id: expect.stringMatching(/^si_/),
      title: 'Trouble',
      state: 'INVESTIGATING',
      impact: 'MINOR',
      statusPageIds: [pageId],
      monitorIds: [],
      startedAt: incident.createdAt,
      resolvedAt: null,
      updates: [
        {
          id: expect.stringMatching(/^siu_/),
          state: 'INVESTIGATING',
          message: 'We look into it',
          createdAt: incident.createdAt,
        },
      ],
      createdAt: incident.updatedAt,
      updatedAt: incident.createdAt,
    });
    expect(await get(organization, incident.id)).toEqual(incident);
    await waitFor('the event', async () => (await eventTypes(organization)).includes('status_incident.published'));
    const [published] = await suite.eventsOf(organization);
    expect(published?.event.data).toEqual({ statusIncident: incident });
  });

  it('moves by its updates, newest first; RESOLVED ends it, another state reopens it', async () => {
    const { organization, pageId } = await withPage();
    const { id } = await publish(organization, pageId);
    await post(organization, id, 'IDENTIFIED', 'Found');
    const resolved = await post(organization, id, 'RESOLVED', 'Mended');
    expect(resolved.state).toBe('RESOLVED');
    expect(resolved.resolvedAt).toBe(resolved.updates[0]?.createdAt);
    expect(resolved.updates.map(({ message }) => message)).toEqual(['Mended', 'Found', 'We look into it']);
    const reopened = await post(organization, id, 'MONITORING', 'Again');
    expect(reopened.resolvedAt).toBeNull();
    expect(await get(organization, id)).toEqual(reopened);
    await waitFor('the events', async () => (await eventTypes(organization)).length === 4);
    expect(await eventTypes(organization)).toEqual([
      'status_incident.published',
      'status_incident.updated',
      'status_incident.resolved',
      'status_incident.updated',
    ]);
  });

  it('keeps its updates in the order in which they were posted, whatever the clocks of replicas say', async () => {
    const { organization, pageId } = await withPage();
    const { id } = await publish(organization, pageId);
    const ahead = `UPDATE status_page.status_incident_update SET created_at = created_at + interval '1 minute'`;
    await suite.pool.query(`${ahead} WHERE incident_id = $1`, [id]);
    await post(organization, id, 'IDENTIFIED', 'Found');
    const resolved = await post(organization, id, 'RESOLVED', 'Mended');
    expect(resolved.updates.map(({ message }) => message)).toEqual(['Mended', 'Found', 'We look into it']);
    const events = await waitFor('the events', async () => {
      const all = await suite.eventsOf(organization);
      return all.length === 3 ? all : undefined;
    });
    expect(events.at(-1)?.event.data).toEqual({ statusIncident: resolved });
  });

  it('can tell of something past, which is published and resolved at once', async () => {
    const { organization, pageId } = await withPage();
    const incident = await publish(organization, pageId, { state: 'RESOLVED', startedAt: '2026-01-01T10:00+02:00' });
    expect(incident.startedAt).toBe('2026-01-01T08:00:00.000Z');
    expect(incident.resolvedAt).toBe(incident.createdAt);
    await waitFor('the events', async () => (await eventTypes(organization)).length === 2);
    expect(await eventTypes(organization)).toEqual(['status_incident.published', 'status_incident.resolved']);
    const events = (await suite.eventsOf(organization)).map(({ event }) => event);
    expect(events.map(({ data }) => data)).toEqual([{ statusIncident: incident }, { statusIncident: incident }]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(2);
  });

  it('brings its history along, in its order', async () => {
    const { organization, pageId } = await withPage();
    const [first, second, third] = ['2026-01-01T10:00Z', '2026-01-01T10:30Z', '2026-01-01T11:00Z'] as const;
    const { id, ...published } = await publish(organization, pageId, { createdAt: first });
    expect([published.createdAt, published.startedAt, published.updates[0]?.createdAt]).toEqual(
      Array.from({ length: 3 }, () => '2026-01-01T10:00:00.000Z'),
    );
    await post(organization, id, 'IDENTIFIED', 'Found', second);
    const resolved = await post(organization, id, 'RESOLVED', 'Mended', third);
    expect(resolved.updates.map(({ message }) => message)).toEqual(['Mended', 'Found', 'We look into it']);
    expect([resolved.resolvedAt, resolved.updates[0]?.createdAt]).toEqual(
      Array.from({ length: 2 }, () => '2026-01-01T11:00:00.000Z'),
    );
    expect(Date.parse(resolved.updatedAt)).toBeGreaterThan(Date.parse(third));
    expect(await get(organization, id)).toEqual(resolved);
    const refusal = { code: 'validation_error', details: [{ path: 'createdAt' }] };
    await expect(post(organization, id, 'MONITORING', 'Late', second)).rejects.toMatchObject(refusal);
    const future = new Date(Date.now() + 60_000).toISOString();
    await expect(post(organization, id, 'MONITORING', 'Early', future)).rejects.toMatchObject(refusal);
    await expect(publish(organization, pageId, { createdAt: future })).rejects.toMatchObject(refusal);
  });

  it('is edited, which is told, also when nothing changes; then updatedAt stays', async () => {
    const { organization, pageId } = await withPage();
    const incident = await publish(organization, pageId);
    const same = await patch(organization, incident.id, {});
    expect(same).toEqual(incident);
    const edited = await patch(organization, incident.id, { title: 'Big trouble', impact: 'MAJOR' });
    expect(edited).toEqual({ ...incident, title: 'Big trouble', impact: 'MAJOR', updatedAt: edited.updatedAt });
    await waitFor('the events', async () => (await eventTypes(organization)).length === 3);
    expect((await eventTypes(organization)).slice(1)).toEqual(['status_incident.updated', 'status_incident.updated']);
  });

  it('does not begin in the future, nor after its end', async () => {
    const { organization, pageId } = await withPage();
    const future = new Date(Date.now() + 60_000).toISOString();
    const refusal = { code: 'validation_error', details: [{ path: 'startedAt' }] };
    await expect(publish(organization, pageId, { startedAt: future })).rejects.toMatchObject(refusal);
    const { id, createdAt } = await publish(organization, pageId);
    await expect(patch(organization, id, { startedAt: future })).rejects.toMatchObject(refusal);
    const resolved = await post(organization, id, 'RESOLVED');
    const afterEnd = new Date(Date.parse(resolved.resolvedAt ?? '') + 1).toISOString();
    await waitFor('a moment after the end', () => new Date().toISOString() > afterEnd);
    await expect(patch(organization, id, { startedAt: afterEnd })).rejects.toMatchObject(refusal);
    expect((await patch(organization, id, { startedAt: createdAt })).startedAt).toBe(createdAt);
  });

  it('refers to pages and monitors of its organization only; every fault is named', async () => {
    const { organization, pageId } = await withPage();
    const { pageId: foreignPage } = await withPage();
    const foreignMonitor = suite.peers.add('org_other', 'foreign');
    const body = { statusPageIds: [pageId, foreignPage], monitorIds: [foreignMonitor] };
    const refusal = { code: 'validation_error', details: [{ path: 'monitorIds.0' }, { path: 'statusPageIds.1' }] };
    await expect(publish(organization, pageId, body)).rejects.toMatchObject(refusal);
    const { id } = await publish(organization, pageId);
    await expect(patch(organization, id, body)).rejects.toMatchObject(refusal);
  });

  it('is deleted with its updates, without an event', async () => {
    const { organization, pageId } = await withPage();
    const { id } = await publish(organization, pageId);
    const deleted = await organization.call('deleteStatusIncident', { id });
    expect(deleted).toEqual({ data: { id } });
    await expect(get(organization, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(post(organization, id, 'RESOLVED')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of another organization does not exist', async () => {
    const { organization, pageId } = await withPage();
    const { id } = await publish(organization, pageId);
    const stranger = suite.organization();
    await expect(get(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(patch(stranger, id, { title: 'Mine' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(post(stranger, id, 'RESOLVED')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('loses a page that is deleted, and stays', async () => {
    const { organization, pageId } = await withPage();
    const { id } = await publish(organization, pageId);
    await organization.call('deleteStatusPage', { id: pageId });
    expect((await get(organization, id)).statusPageIds).toEqual([]);
  });
});

describe('the list of published incidents', () => {
  it('is newest first, filtered by page and state, with the total after filters', async () => {
    const { organization, pageId } = await withPage();
    const { id: otherPage } = await organization.call('createStatusPage', { body: { name: 'Other' } });
    const incidents: StatusIncident[] = [];
    for (const [page, state] of [
      [pageId, 'INVESTIGATING'],
      [otherPage, 'INVESTIGATING'],
      [pageId, 'RESOLVED'],
    ] as const) {
      incidents.unshift(await publish(organization, page, { state }));
    }
    const ids = async (query: Record<string, string>) => {
      const { data, pagination } = await organization.call('listStatusIncidents', { query });
      return {
        ids: data.map(({ id }) => incidents.findIndex((incident) => incident.id === id)),
        total: pagination.total,
      };
    };
    expect(await ids({})).toEqual({ ids: [0, 1, 2], total: 3 });
    expect(await ids({ limit: '1', offset: '1' })).toEqual({ ids: [1], total: 3 });
    expect(await ids({ statusPageId: pageId })).toEqual({ ids: [0, 2], total: 2 });
    expect(await ids({ state: 'RESOLVED' })).toEqual({ ids: [0], total: 1 });
    expect(await ids({ statusPageId: pageId, state: 'INVESTIGATING' })).toEqual({ ids: [2], total: 1 });
    expect(await ids({ statusPageId: 'sp_none' })).toEqual({ ids: [], total: 0 });
  });

  it('is complete, also if one statement cannot read it', async () => {
    const { organization, pageId } = await withPage();
    const short = await publish(organization, pageId);
    const { id } = await publish(organization, pageId, { message: '😀'.repeat(10_000) });
    // 21 updates of 40,000 bytes each, because one statement reads 512 KiB of them.
    await suite.pool.query(
      `INSERT INTO status_page.status_incident_update
       SELECT copy.* FROM generate_series(1, 20) AS n, status_page.status_incident_update AS first,
         jsonb_populate_record(first, jsonb_build_object(
           'id', first.id || n, 'created_at', first.created_at - n * interval '1 second'
         )) AS copy
       WHERE first.incident_id = $1`,
      [id],
    );
    const { data } = await organization.call('listStatusIncidents', {});
    expect(data).toEqual([await get(organization, id), short]);
    expect(data[0]?.updates).toHaveLength(21);
  });
});

describe('an incident that is deleted while it is read', () => {
  /** Calls while nobody can read updates, deletes the incident, and lets the call go on. */
  async function duringDeletion<T>(id: string, call: () => Promise<T>): Promise<T> {
    const deleting = await suite.pool.connect();
    try {
      await deleting.query('BEGIN; LOCK TABLE status_page.status_incident_update IN ACCESS EXCLUSIVE MODE');
      const answer = call();
      answer.catch(() => undefined);
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
        AND query LIKE '%bytes_so_far%'`;
      await waitFor('the wait for the updates', async () => (await suite.pool.query(waiting)).rowCount === 1);
      await deleting.query('DELETE FROM status_page.status_incident WHERE id = $1', [id]);
      await deleting.query('COMMIT');
      return await answer;
    } finally {
      deleting.release(true);
    }
  }

  it('is not found', async () => {
    const { organization, pageId } = await withPage();
    const { id } = await publish(organization, pageId);
    await expect(duringDeletion(id, () => get(organization, id))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is not in the list', async () => {
    const { organization, pageId } = await withPage();
    const kept = await publish(organization, pageId);
    const { id } = await publish(organization, pageId);
    const { data } = await duringDeletion(id, () => organization.call('listStatusIncidents', {}));
    expect(data).toEqual([kept]);
  });
});
