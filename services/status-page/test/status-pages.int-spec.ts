import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import type { Organization } from '@vedette/test-kit/organization';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

const createPage = (organization: Organization, body: object = {}, idempotencyKey?: string) =>
  organization.call('createStatusPage', {
    body: { name: 'Acme', ...body },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
const getPage = (organization: Organization, statusPageId: string) =>
  organization.call('getStatusPage', { id: statusPageId });
const patchPage = (organization: Organization, statusPageId: string, body: object) =>
  organization.call('updateStatusPage', { id: statusPageId, body });

describe('a status page', () => {
  it('is created with its defaults, and read back as it was answered', async () => {
    const organization = suite.organization();
    const page = await createPage(organization, { name: 'Plain & Simple' });
    expect(page).toEqual({
      id: expect.stringMatching(/^sp_/),
      name: 'Plain & Simple',
      slug: 'plain-simple',
      description: null,
      url: `${suite.config.publicUrl}/plain-simple`,
      customDomain: null,
      customDomainVerified: false,
      published: true,
      state: 'OPERATIONAL',
      theme: 'SYSTEM',
      accentColor: null,
      logoUrl: null,
      timezone: 'UTC',
      components: [],
      createdAt: page.updatedAt,
      updatedAt: page.createdAt,
    });
    expect(await getPage(organization, page.id)).toEqual(page);
  });

  it('lists its components in order, named as they were or after their monitors', async () => {
    const organization = suite.organization();
    const api = suite.peers.add(organization.id, 'API of production');
    const web = suite.peers.add(organization.id, 'Web');
    const page = await createPage(organization, {
      components: [{ monitorId: web }, { monitorId: api, name: 'API', description: 'REST', group: 'Core' }],
    });
    expect(page.components).toEqual([
      { id: expect.stringMatching(/^cmp_/), monitorId: web, name: 'Web', description: null, group: null },
      { id: expect.stringMatching(/^cmp_/), monitorId: api, name: 'API', description: 'REST', group: 'Core' },
    ]);
    suite.peers.change(web, { name: 'Website' });
    suite.peers.change(api, { name: 'Renamed, too' });
    const renamed = await getPage(organization, page.id);
    expect(renamed.components.map(({ name }) => name)).toEqual(['Website', 'API']);
  });

  it('keeps the ids of components by monitor when a new list is sent', async () => {
    const organization = suite.organization();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => suite.peers.add(organization.id, name));
    const page = await createPage(organization, { components: [{ monitorId: a }, { monitorId: b }] });
    const [first, second] = page.components;
    const patched = await patchPage(organization, page.id, { components: [{ monitorId: c }, { monitorId: b }] });
    expect(patched.components.map(({ monitorId }) => monitorId)).toEqual([c, b]);
    expect(patched.components[1]?.id).toBe(second?.id);
    expect(patched.components[0]?.id).not.toBe(first?.id);
    expect(await getPage(organization, page.id)).toEqual(patched);
  });

  it('changes what is sent and nothing else; nothing sent leaves updatedAt', async () => {
    const organization = suite.organization();
    const page = await createPage(organization, { description: 'x', timezone: 'Europe/Berlin' });
    const same = await patchPage(organization, page.id, {});
    expect(same).toEqual(page);
    const patched = await patchPage(organization, page.id, {
      description: null,
      theme: 'DARK',
      accentColor: '#FF0066',
    });
    expect(patched).toEqual({
      ...page,
      description: null,
      theme: 'DARK',
      accentColor: '#FF0066',
      updatedAt: patched.updatedAt,
    });
    expect(patched.updatedAt > page.updatedAt).toBe(true);
  });

  it('is listed newest first, with the total of all pages', async () => {
    const organization = suite.organization();
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      ids.unshift((await createPage(organization, { name })).id);
    }
    const list = await organization.call('listStatusPages', { query: { limit: '2', offset: '1' } });
    expect(list.data.map(({ id }) => id)).toEqual(ids.slice(1));
    expect(list.pagination).toEqual({ limit: 2, offset: 1, total: 3 });
  });

  it('is gone when it is deleted, and its slug is free', async () => {
    const organization = suite.organization();
    const { id } = await createPage(organization, { slug: 'to-be-deleted' });
    expect(await organization.call('deleteStatusPage', { id })).toEqual({ data: { id } });
    await expect(getPage(organization, id)).rejects.toMatchObject({ code: 'not_found' });
    const again = await createPage(organization, { slug: 'to-be-deleted' });
    expect(again.slug).toBe('to-be-deleted');
    expect((await organization.call('listStatusPages')).pagination.total).toBe(1);
  });

  it('of another organization does not exist', async () => {
    const { id } = await createPage(suite.organization());
    const stranger = suite.organization();
    await expect(getPage(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(patchPage(stranger, id, { name: 'Mine' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(stranger.call('deleteStatusPage', { id })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await stranger.call('listStatusPages')).data).toEqual([]);
  });
});

describe('conflicts', () => {
  it('a slug that is asked for and taken is a conflict, in all organizations', async () => {
    await createPage(suite.organization(), { slug: 'taken' });
    const other = suite.organization();
    await expect(createPage(other, { slug: 'taken' })).rejects.toMatchObject({ code: 'conflict' });
    const page = await createPage(other, { slug: 'not-taken' });
    await expect(patchPage(other, page.id, { slug: 'taken' })).rejects.toMatchObject({ code: 'conflict' });
    expect((await patchPage(other, page.id, { slug: 'not-taken' })).slug).toBe('not-taken');
  });

  it('a slug made from the name gives way', async () => {
    const slugs = await Promise.all(
      Array.from({ length: 4 }, async () => (await createPage(suite.organization(), { name: 'Crowded' })).slug),
    );
    expect(slugs.toSorted()).toEqual(['crowded', 'crowded-2', 'crowded-3', 'crowded-4']);
  });

  it('nobody can take the host that all pages are served on', async () => {
    const organization = suite.organization();
    const refusal = { code: 'validation_error', details: [{ path: 'customDomain' }] };
    await expect(createPage(organization, { customDomain: 'localhost' })).rejects.toMatchObject(refusal);
    const { id } = await createPage(organization);
    await expect(patchPage(organization, id, { customDomain: 'LOCALHOST.' })).rejects.toMatchObject(refusal);
  });
});

describe('the plan', () => {
  it('allows no more pages than it says, however many ask at once', async () => {
    const organization = suite.organization({ statusPages: 3 });
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => createPage(organization)));
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refusals).toHaveLength(9);
    for (const { reason } of refusals) expect(reason).toMatchObject({ code: 'plan_limit' });
    const list = await organization.call('listStatusPages');
    expect(list.data).toHaveLength(3);
    expect(list.pagination.total).toBe(3);
    await organization.call('deleteStatusPage', { id: list.data[0]?.id ?? '' });
    await createPage(organization);
  });

  it('locks the count of pages for the last statement only, and not while a page waits to be stored', async () => {
    const organization = suite.organization();
    const { id } = await createPage(organization);
    const other = await suite.pool.connect();
    try {
      await other.query(`BEGIN; UPDATE status_page.status_page SET slug = 'awaited' WHERE id = '${id}'`);
      const awaiting = createPage(organization, { slug: 'awaited' });
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await waitFor('the wait for the slug', async () => (await suite.pool.query(waiting)).rowCount === 1);
      const lock = 'SELECT FROM status_page.page_count WHERE organization_id = $1 FOR UPDATE NOWAIT';
      expect(await suite.pool.query(lock, [organization.id])).toMatchObject({ rowCount: 1 });
      await other.query('ROLLBACK');
      expect(await awaiting).toMatchObject({ slug: 'awaited' });
    } finally {
      other.release(true);
    }
  });

  it('that allows none refuses the first', async () => {
    await expect(createPage(suite.organization({ statusPages: 0 }))).rejects.toMatchObject({ code: 'plan_limit' });
  });
});

describe('references', () => {
  it('to monitors that are unknown or another organization’s are refused at their paths, all at once', async () => {
    const organization = suite.organization();
    const own = suite.peers.add(organization.id, 'own');
    const foreign = suite.peers.add('org_other', 'foreign');
    const body = { components: [{ monitorId: foreign }, { monitorId: own }, { monitorId: 'mon_none' }] };
    await expect(createPage(organization, body)).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'components.0.monitorId' }, { path: 'components.2.monitorId' }],
    });
    expect((await organization.call('listStatusPages')).pagination.total).toBe(0);
  });

  it('are checked against the copy while nobody answers, and never taken on trust', async () => {
    const organization = suite.organization();
    const known = suite.peers.add(organization.id, 'Known');
    const page = await createPage(organization, { components: [{ monitorId: known }] });
    const fresh = suite.peers.add(organization.id, 'Fresh');
    suite.peers.mute(true);
    try {
      const body = { components: [{ monitorId: known, description: 'still fine' }] };
      expect((await patchPage(organization, page.id, body)).components[0]?.name).toBe('Known');
      await expect(
        patchPage(organization, page.id, { components: [{ monitorId: known }, { monitorId: fresh }] }),
      ).rejects.toMatchObject({ code: 'internal_error' });
    } finally {
      suite.peers.mute(false);
    }
  });
});

describe('a keyed request', () => {
  it('makes one page, and is answered again after its monitor is gone', async () => {
    const organization = suite.organization();
    const monitorId = suite.peers.add(organization.id, 'Short-lived');
    const input = { body: { name: 'Once', components: [{ monitorId }] }, idempotencyKey: 'k1' };
    const first = await organization.forward('createStatusPage', input);
    suite.peers.remove(monitorId);
    const second = await organization.forward('createStatusPage', input);
    expect(first.isReplayed).toBe(false);
    expect(second.isReplayed).toBe(true);
    expect(Buffer.from(second.body).toString()).toBe(Buffer.from(first.body).toString());
    expect((await organization.call('listStatusPages')).pagination.total).toBe(1);
  });

  it('makes one page also when it comes many times at once', async () => {
    const organization = suite.organization();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => createPage(organization, { name: 'At once' }, 'k2')),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });
});

describe('the state of a page', () => {
  it('is that of its monitors at the moment', async () => {
    const organization = suite.organization();
    const [a, b] = ['a', 'b'].map((name) => suite.peers.add(organization.id, name)) as [string, string];
    const { id } = await createPage(organization, { components: [{ monitorId: a }, { monitorId: b }] });
    suite.peers.change(a, { state: 'DOWN' });
    expect((await getPage(organization, id)).state).toBe('PARTIAL_OUTAGE');
    suite.peers.change(b, { state: 'DOWN' });
    expect((await getPage(organization, id)).state).toBe('MAJOR_OUTAGE');
    suite.peers.change(a, { state: 'PAUSED' });
    suite.peers.change(b, { state: 'DEGRADED' });
    expect((await organization.call('listStatusPages')).data[0]?.state).toBe('DEGRADED');
  });

  it('is that of the copy while the monitor service does not answer', async () => {
    const organization = suite.organization();
    const monitorId = suite.peers.add(organization.id, 'Copied');
    const { id } = await createPage(organization, { components: [{ monitorId }] });
    await suite.peers.move(monitorId, 'DOWN');
    await suite.peers.rename(monitorId, 'Copied and renamed');
    await waitFor('the copy', async () => {
      const { rows } = await suite.pool.query<{ name: string; state: string }>(
        'SELECT name, state FROM status_page.monitor_copy WHERE monitor_id = $1',
        [monitorId],
      );
      return rows[0]?.state === 'DOWN' && rows[0].name === 'Copied and renamed';
    });
    suite.peers.mute(true);
    try {
      const page = await getPage(organization, id);
      expect(page.state).toBe('MAJOR_OUTAGE');
      expect(page.components[0]?.name).toBe('Copied and renamed');
    } finally {
      suite.peers.mute(false);
    }
  });

  it('is raised by a published incident that goes on', async () => {
    const organization = suite.organization();
    const { id } = await createPage(organization);
    const incident = await organization.call('createStatusIncident', {
      body: { title: 'Trouble', message: 'We look', statusPageIds: [id], impact: 'CRITICAL' },
    });
    expect((await getPage(organization, id)).state).toBe('MAJOR_OUTAGE');
    await organization.call('createStatusIncidentUpdate', {
      id: incident.id,
      body: { state: 'RESOLVED', message: 'Done' },
    });
    expect((await getPage(organization, id)).state).toBe('OPERATIONAL');
  });
});
