import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ask } from './support/http.ts';
import { startSuite, type Suite } from './support/suite.ts';
import { headline, visitor } from './support/visitor.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

const { get, eventually, published } = visitor(() => suite);

describe('a public page', () => {
  it('is there within 2 s, says its state first, and is HTML for everybody', async () => {
    const { page } = await published({ description: 'All of <Acme>' });
    const answer = await get(`/${page.slug}`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'public, max-age=1, stale-if-error=86400',
      vary: 'accept-encoding',
    });
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headline(answer)).toBe('All systems operational');
    expect(answer.body).toContain('All of &lt;Acme&gt;');
    expect(answer.body).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style=/);
  });

  it('of an unknown slug and an unpublished one look the same, byte by byte', async () => {
    const { organization, page } = await published();
    await organization.call('updateStatusPage', { id: page.id, body: { published: false } });
    const hidden = await eventually('a 404', `/${page.slug}`, ({ status }) => status === 404);
    const unknown = await get('/no-such-page');
    expect(hidden.body).toBe(unknown.body);
    expect({ ...hidden.headers, date: '' }).toEqual({ ...unknown.headers, date: '' });
    for (const path of ['.json', '/feed.atom', '/history', '/logo']) {
      expect((await get(`/${page.slug}${path}`)).status).toBe(404);
    }
  });

  it('is gone when it is deleted, and moves with its slug', async () => {
    const { organization, page } = await published({ slug: 'before' });
    await organization.call('updateStatusPage', { id: page.id, body: { slug: 'after' } });
    await eventually('the new slug', '/after', ({ status }) => status === 200);
    expect((await get('/before')).status).toBe(404);
    await organization.call('deleteStatusPage', { id: page.id });
    await eventually('nothing', '/after', ({ status }) => status === 404);
  });

  it('is sent once: then the client is told that it has it', async () => {
    const { page } = await published();
    const first = await get(`/${page.slug}`);
    const etag = String(first.headers.etag);
    const second = await get(`/${page.slug}`, { 'if-none-match': etag });
    expect(second.status).toBe(304);
    expect(second.body).toBe('');
    expect(second.headers.etag).toBe(etag);
    expect((await get(`/${page.slug}`, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is sent compressed to those who can read it', async () => {
    const { page } = await published();
    const plain = await get(`/${page.slug}`);
    const gzip = await get(`/${page.slug}`, { 'accept-encoding': 'gzip' });
    const brotli = await get(`/${page.slug}`, { 'accept-encoding': 'gzip, br' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.bytes).toString()).toBe(plain.body);
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(plain.body);
    expect(brotli.headers.etag).toBe(plain.headers.etag);
  });

  it('answers HEAD without a body, and no other method', async () => {
    const { page } = await published();
    const plain = await get(`/${page.slug}`);
    const head = await ask(suite.config.port, `/${page.slug}`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.body).toBe('');
    expect(head.headers['content-length']).toBe(plain.headers['content-length']);
    const post = await ask(suite.config.port, `/${page.slug}`, { method: 'POST' });
    expect(post.status).toBe(405);
    expect(post.headers.allow).toBe('GET, HEAD');
  });

  it.each(['http://[', 'https://[::1/a', 'http://'])(
    'answers a target that names no host like any unknown page: %s',
    async (target) => {
      const [odd, unknown] = [await get(target), await get('/no-such-page')];
      expect([odd.status, odd.body]).toEqual([404, unknown.body]);
      expect(odd.headers['content-security-policy']).toBe(unknown.headers['content-security-policy']);
    },
  );

  it('leads from a slash too many to its address', async () => {
    const { page } = await published();
    const answer = await get(`/${page.slug}/`);
    expect(answer.status).toBe(308);
    expect(answer.headers.location).toBe(`/${page.slug}`);
  });
});

describe('what a page shows', () => {
  it('a change of one monitor of 50 within 2 s', async () => {
    const organization = suite.organization();
    const monitors = Array.from({ length: 50 }, (_, index) =>
      suite.peers.add(organization.id, `Monitor ${String(index)}`),
    );
    const page = await organization.call('createStatusPage', {
      body: { name: 'Fifty', components: monitors.map((monitorId) => ({ monitorId })) },
    });
    await eventually('the page', `/${page.slug}`, (answer) => headline(answer) === 'All systems operational');
    await suite.peers.move(monitors[17] ?? '', 'DOWN');
    const down = await eventually('the outage', `/${page.slug}`, (answer) => headline(answer) === 'Partial outage');
    expect(down.body).toContain('<strong>Outage:</strong> <span dir="auto">Monitor 17</span>');
    await suite.peers.move(monitors[17] ?? '', 'UP');
    await eventually('the end', `/${page.slug}`, (answer) => headline(answer) === 'All systems operational');
  });

  it('maintenance that runs and that is planned, and a window of others only as a state', async () => {
    const organization = suite.organization();
    const monitorId = suite.peers.add(organization.id, 'API', 'DOWN');
    const page = await organization.call('createStatusPage', { body: { name: 'M', components: [{ monitorId }] } });
    const hour = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
    const window = (title: string, from: number, statusPageIds: string[]) =>
      organization.call('createMaintenanceWindow', {
        body: { title, startsAt: hour(from), endsAt: hour(from + 2), monitorIds: [monitorId], statusPageIds },
      });
    await window('Secret migration', -1, []);
    const quiet = await eventually(
      'maintenance',
      `/${page.slug}`,
      (each) => headline(each) === 'Maintenance in progress',
    );
    expect(quiet.body).not.toContain('Secret migration');
    await window('Planned upgrade', 5, [page.id]);
    const loud = await eventually('the plan', `/${page.slug}`, ({ body }) => body.includes('Planned upgrade'));
    expect(loud.body).toContain('Scheduled maintenance');
    expect(loud.body).not.toContain('Secret migration');
  });

  it('the name of a monitor, following its renames', async () => {
    const organization = suite.organization();
    const monitorId = suite.peers.add(organization.id, 'Old name');
    const own = await organization.call('createStatusPage', { body: { name: 'R', components: [{ monitorId }] } });
    await eventually('the page', `/${own.slug}`, ({ body }) => body.includes('Old name'));
    await suite.peers.rename(monitorId, 'New name');
    const renamed = await eventually('the new name', `/${own.slug}`, ({ body }) => body.includes('New name'));
    expect(renamed.body).not.toContain('Old name');
  });
});

describe('the other forms of a page', () => {
  it('JSON says the same', async () => {
    const organization = suite.organization();
    const monitorId = suite.peers.add(organization.id, 'API', 'DEGRADED');
    const page = await organization.call('createStatusPage', {
      body: { name: 'J', components: [{ monitorId, group: 'Core' }] },
    });
    const answer = await eventually('JSON', `/${page.slug}.json`, ({ body }) => body.includes('"percent":100'));
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    const json = JSON.parse(answer.body) as { components: { uptime: { days: unknown[] } }[] };
    expect(json).toMatchObject({
      page: { name: 'J', state: 'DEGRADED', stateText: 'Degraded performance', url: page.url },
      lastKnownAt: null,
      components: [
        { id: page.components[0]?.id, name: 'API', group: 'Core', state: 'DEGRADED', uptime: { percent: 100 } },
      ],
      incidents: [],
      maintenance: [],
    });
    expect(json.components[0]?.uptime.days).toHaveLength(90);
    expect(answer.body).not.toContain(monitorId);
  });

  it('the feed tells incidents and maintenance', async () => {
    const { organization, page } = await published({ slug: 'fed' });
    await organization.call('createStatusIncident', {
      body: { title: 'A & B', message: 'It *is* so', statusPageIds: [page.id], impact: 'NONE' },
    });
    const answer = await eventually('the entry', '/fed/feed.atom', ({ body }) => body.includes('<entry>'));
    expect(answer.headers['content-type']).toBe('application/atom+xml');
    expect(answer.body).toContain('<title>Investigating: A &amp; B</title>');
    expect(answer.body).toContain('It &lt;em&gt;is&lt;/em&gt; so');
    expect(answer.body).toMatch(/<id>tag:[^<]+<\/id>/);
  });

  it('a badge tells the state of one component', async () => {
    const organization = suite.organization();
    const monitorId = suite.peers.add(organization.id, 'API', 'DOWN');
    const page = await organization.call('createStatusPage', { body: { name: 'B', components: [{ monitorId }] } });
    const path = `/${page.slug}/badge/${page.components[0]?.id ?? ''}.svg`;
    const answer = await eventually('the badge', path, ({ status }) => status === 200);
    expect(answer.headers['content-type']).toBe('image/svg+xml');
    expect(answer.body).toContain('<title>API: Outage</title>');
    expect((await get(`/${page.slug}/badge/cmp_other.svg`)).status).toBe(404);
  });

  it('the stylesheet has the accent of the page, and is kept for ever', async () => {
    const { page } = await published({ accentColor: '#6D28D9' });
    const { body } = await get(`/${page.slug}`);
    const href = /href="(\/_\/[^"]+\.css)"/.exec(body)?.[1] ?? '';
    const style = await get(href);
    expect(style.headers['cache-control']).toContain('immutable');
    expect(style.body).toContain('--accent-light:#6d28d9');
    const other = await get(href.replace(/^\/_\/[0-9a-f]{10}/, '/_/0123456789'));
    expect(other.headers['cache-control']).toBe('no-cache');
    expect((await get('/_/nothing')).status).toBe(404);
    expect((await get('/_/ready')).status).toBe(200);
  });
});

describe('many replicas', () => {
  it('all show what any of them was told', async () => {
    const replica = await suite.startReplica();
    const port = replica.publicPort;
    const { organization, page } = await published();
    await waitFor('the page', async () => (await ask(port, `/${page.slug}`)).status === 200, { timeoutMs: 2_000 });
    await organization.call('updateStatusPage', { id: page.id, body: { name: 'Renamed' } });
    const shows = async (at: number) => (await ask(at, `/${page.slug}`)).body.includes('Renamed');
    await waitFor('both', async () => (await shows(port)) && (await shows(suite.config.port)), { timeoutMs: 2_000 });
    await replica.stop();
    expect((await get(`/${page.slug}`)).status).toBe(200);
  });

  it('get ready while pages change all the time', async () => {
    const { organization, page } = await published();
    const replica = await suite.startReplica({ snapshotDirectory: `${suite.config.snapshotDirectory}/other` });
    const ready = new AbortController();
    const change = async (): Promise<void> => {
      for (let count = 0; !ready.signal.aborted; count += 1) {
        await organization.call('updateStatusPage', { id: page.id, body: { name: `Name ${count}` } });
      }
    };
    const changing = change();
    const isReady = async () => (await ask(replica.publicPort, '/_/ready')).status === 200;
    try {
      expect(await waitFor('readiness', isReady, { timeoutMs: 10_000 })).toBe(true);
    } finally {
      ready.abort();
      await changing;
    }
    await replica.stop();
  });
});
