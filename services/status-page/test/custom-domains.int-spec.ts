import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StatusPage } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { DomainKeeper } from '../src/domains/domain-keeper.ts';
import { ask } from './support/http.ts';
import type { Organization } from '@vedette/test-kit/organization';
import { startSuite, type Suite } from './support/suite.ts';
import { visitor } from './support/visitor.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
  // Until the service has read all pages, it answers 503 for a host that it does not know.
  await waitFor('the service', async () => (await ask(suite.config.port, '/_/ready')).status === 200);
});
afterAll(() => suite.stop());

const { get, published } = visitor(() => suite);
const claim = (organization: Organization, customDomain: string): Promise<StatusPage> =>
  organization.call('createStatusPage', { body: { name: 'D', customDomain } });
const read = (organization: Organization, { id }: StatusPage): Promise<StatusPage> =>
  organization.call('getStatusPage', { id });
const patch = (organization: Organization, { id }: StatusPage, body: object): Promise<StatusPage> =>
  organization.call('updateStatusPage', { id, body });
const statusOn = async (host: string): Promise<number> => (await get('/', { host })).status;
const isServedOn = (host: string): Promise<true> =>
  waitFor(`${host} to be served`, async () => (await statusOn(host)) === 200);
const isNotServedOn = (host: string): Promise<true> =>
  waitFor(`${host} not to be served`, async () => (await statusOn(host)) === 404);

/** Looks up the page's domain now, optionally as if its proof had been missing for some hours. */
async function lookUp(page: StatusPage, missing?: { hours: number }): Promise<void> {
  const keeper = suite.service.get(DomainKeeper);
  if (missing !== undefined) {
    await suite.pool.query(
      `UPDATE status_page.status_page SET host_missing_since = now() - $2 * interval '1 hour' - interval '1 second'
       WHERE id = $1`,
      [page.id, missing.hours],
    );
  }
  await waitFor('a look-up', async () => {
    const asked = suite.dns.questions.length;
    await suite.pool.query('UPDATE status_page.status_page SET host_due_at = now() WHERE id = $1', [page.id]);
    await keeper.lookUpDue();
    const { rows } = await suite.pool.query<{ isSettled: boolean }>(
      `SELECT host_due_at > now() + interval '2 minutes' AS "isSettled" FROM status_page.status_page WHERE id = $1`,
      [page.id],
    );
    return suite.dns.questions.length > asked && rows[0]?.isSettled;
  });
}

describe('a custom domain', () => {
  it('serves nothing until it is proven', async () => {
    const organization = suite.organization();
    const page = await claim(organization, 'unproven.test');
    expect(page).toMatchObject({ customDomain: 'unproven.test', customDomainVerified: false });
    await waitFor('the page', async () => (await get(`/${page.slug}`)).status === 200);
    await waitFor('the look-up', () => suite.dns.questions.includes('TXT _vedette.unproven.test'));
    expect(await statusOn('unproven.test')).toBe(404);
    expect((await read(organization, page)).customDomainVerified).toBe(false);
  });

  it('is proven by the text of its page as soon as it is looked up', async () => {
    const organization = suite.organization();
    const page = await claim(organization, 'Text.Proven.test');
    suite.dns.set('_vedette.text.proven.test', 'TXT', ['something else', `vedette=${page.id}`]);
    await lookUp(page);
    const proven = await read(organization, page);
    expect(proven).toEqual({ ...page, customDomainVerified: true });
    await isServedOn('text.proven.test');
  });

  it('is looked up when it is set: an alias that is there already proves it at once', async () => {
    suite.dns.set('alias.proven.test', 'CNAME', ['localhost']);
    const organization = suite.organization();
    const page = await claim(organization, 'alias.proven.test');
    await isServedOn('alias.proven.test');
    expect((await read(organization, page)).customDomainVerified).toBe(true);
  });

  it('shows its page and nothing else', async () => {
    suite.dns.set('status.acme.test', 'CNAME', ['localhost']);
    const { page } = await published({ slug: 'owner', customDomain: 'status.acme.test' });
    await published({ slug: 'neighbour' });
    const own = (path: string) => get(path, { host: 'STATUS.acme.test:8443' });
    const home = await waitFor('its domain', async () => {
      const answer = await own('/');
      return answer.status === 200 && answer;
    });
    expect(home.body).toContain('href="/history"');
    expect((await own('/index.json')).status).toBe(200);
    expect((await own('/feed.atom')).body).toContain('https://status.acme.test/feed.atom');
    expect((await own(`/${page.slug}`)).status).toBe(200);
    expect((await own('/neighbour')).status).toBe(404);
    expect((await get('/', { host: 'unknown.acme.test' })).status).toBe(404);
  });

  it('that another page has proven is a conflict, in every spelling', async () => {
    suite.dns.set('status.xn--exmple-cua.com', 'CNAME', ['localhost']);
    await claim(suite.organization(), 'status.exämple.com');
    await isServedOn('status.xn--exmple-cua.com');
    const other = suite.organization();
    const conflict = { code: 'conflict' };
    await expect(claim(other, 'Status.XN--exmple-cua.com.')).rejects.toMatchObject(conflict);
    const page = await claim(other, 'other.exämple.com');
    await expect(patch(other, page, { customDomain: 'status.exämple.com' })).rejects.toMatchObject(conflict);
    expect((await patch(other, page, { customDomain: null })).customDomain).toBeNull();
  });

  it('that others only claim is open to whoever proves it; its alias proves nothing meanwhile', async () => {
    suite.dns.set('contested.test', 'CNAME', 'SERVFAIL');
    const squatter = suite.organization();
    const squat = await claim(squatter, 'contested.test');
    const owner = suite.organization();
    const page = await claim(owner, 'contested.test');
    suite.dns.set('contested.test', 'CNAME', ['localhost']);
    await lookUp(page);
    await lookUp(squat);
    expect((await read(owner, page)).customDomainVerified).toBe(false);
    expect((await read(squatter, squat)).customDomainVerified).toBe(false);

    suite.dns.set('_vedette.contested.test', 'TXT', [`vedette=${page.id}`]);
    await lookUp(page);
    expect((await read(owner, page)).customDomainVerified).toBe(true);
    await lookUp(squat);
    expect((await read(squatter, squat)).customDomainVerified).toBe(false);
    await isServedOn('contested.test');
  });

  it('is lost when its proof is missing for a day, never because DNS is silent', async () => {
    suite.dns.set('lost.test', 'CNAME', ['localhost']);
    const organization = suite.organization();
    const page = await claim(organization, 'lost.test');
    await isServedOn('lost.test');
    const isVerified = async () => (await read(organization, page)).customDomainVerified;

    suite.dns.set('lost.test', 'CNAME', 'SERVFAIL');
    await lookUp(page, { hours: 48 });
    expect(await isVerified()).toBe(true);

    suite.dns.set('lost.test', 'CNAME', 'NXDOMAIN');
    await lookUp(page, { hours: 23 });
    expect(await isVerified()).toBe(true);
    await lookUp(page, { hours: 24 });
    expect(await isVerified()).toBe(false);
    await isNotServedOn('lost.test');

    suite.dns.set('lost.test', 'CNAME', ['localhost']);
    await lookUp(page);
    await isServedOn('lost.test');
  });

  it('has to be proven anew when it is another one, not when it is spelled in another way', async () => {
    suite.dns.set('first.test', 'CNAME', ['localhost']);
    const organization = suite.organization();
    const page = await claim(organization, 'first.test');
    await isServedOn('first.test');
    expect((await patch(organization, page, { customDomain: 'First.test' })).customDomainVerified).toBe(true);
    expect((await patch(organization, page, { customDomain: 'second.test' })).customDomainVerified).toBe(false);
    await isNotServedOn('first.test');
    expect((await claim(suite.organization(), 'first.test')).customDomain).toBe('first.test');
  });

  it('is proven once, however many replicas look and however many pages have a text', async () => {
    const replicas = await Promise.all([suite.startReplica(), suite.startReplica()]);
    const organization = suite.organization();
    const pages = await Promise.all([1, 2, 3].map(() => claim(organization, 'crowd.test')));
    suite.dns.set(
      '_vedette.crowd.test',
      'TXT',
      pages.map(({ id }) => `vedette=${id}`),
    );
    const keepers = [suite.service, ...replicas].map((replica) => replica.get(DomainKeeper));
    await waitFor('a proof', async () => {
      await suite.pool.query(`UPDATE status_page.status_page SET host_due_at = now() WHERE host = 'crowd.test'`);
      await Promise.all(keepers.map((keeper) => keeper.lookUpDue()));
      const found = await Promise.all(pages.map((page) => read(organization, page)));
      return found.some(({ customDomainVerified }) => customDomainVerified);
    });
    for (const page of pages) await lookUp(page);
    const found = await Promise.all(pages.map((page) => read(organization, page)));
    expect(found.filter(({ customDomainVerified }) => customDomainVerified)).toHaveLength(1);
    await Promise.all(replicas.map((replica) => replica.stop()));
  });
});

describe('certificates', () => {
  const permission = async (domain: string): Promise<number> =>
    (await ask(suite.service.internalPort, `/certificate-permission?domain=${domain}`)).status;
  const permitted = async (): Promise<string[]> => {
    const { body } = await ask(suite.service.internalPort, '/custom-domains');
    return (JSON.parse(body) as { domains: string[] }).domains;
  };
  const grantsOf = async ({ id }: Organization): Promise<number> => {
    const { rows } = await suite.pool.query<{ count: number }>(
      'SELECT count(*)::integer FROM status_page.certificate_grant WHERE organization_id = $1',
      [id],
    );
    return rows[0]?.count ?? 0;
  };

  it('are permitted for a domain while a published page has proven it, in any spelling', async () => {
    suite.dns.set('permitted.test', 'CNAME', ['localhost']);
    const organization = suite.organization();
    const page = await claim(organization, 'permitted.test');
    await waitFor('the permission', async () => (await permission('Permitted.test.')) === 200);
    expect(await permitted()).toContain('permitted.test');
    expect(await permission('sub.permitted.test')).toBe(403);
    expect(await permission('')).toBe(403);
    await patch(organization, page, { published: false });
    await waitFor('the refusal', async () => (await permission('permitted.test')) === 403);
    expect(await permitted()).not.toContain('permitted.test');
    await patch(organization, page, { published: true });
    await waitFor('the permission', async () => (await permission('permitted.test')) === 200);
    expect(await grantsOf(organization)).toBe(1);
  });

  it('are granted to ten new domains a day, however many replicas grant and pages are deleted', async () => {
    const replicas = await Promise.all([suite.startReplica(), suite.startReplica()]);
    const organization = suite.organization();
    const hosts = Array.from({ length: 14 }, (_, index) => `n${index}.many.test`);
    for (const host of hosts) suite.dns.set(host, 'CNAME', ['localhost']);
    const pages: StatusPage[] = [];
    for (const host of hosts) pages.push(await claim(organization, host));
    const keepers = [suite.service, ...replicas].map((replica) => replica.get(DomainKeeper));
    await waitFor('all proofs', async () => {
      await Promise.all(keepers.map((keeper) => keeper.lookUpDue()));
      const found = await Promise.all(pages.map((page) => read(organization, page)));
      return found.every(({ customDomainVerified }) => customDomainVerified);
    });
    expect(await grantsOf(organization)).toBe(10);
    const { rows } = await suite.pool.query<{ waits: number }>(
      `SELECT count(*)::integer AS waits FROM status_page.status_page
       WHERE organization_id = $1 AND host_due_at BETWEEN now() + interval '23 hours' AND now() + interval '24 hours'`,
      [organization.id],
    );
    expect(rows[0]?.waits).toBe(14);
    await Promise.all(pages.map(({ id }) => organization.call('deleteStatusPage', { id })));
    suite.dns.set('another.many.test', 'CNAME', ['localhost']);
    await claim(organization, 'another.many.test');
    await isServedOn('another.many.test');
    expect(await permission('another.many.test')).toBe(403);
    await Promise.all(replicas.map((replica) => replica.stop()));
  });
});
