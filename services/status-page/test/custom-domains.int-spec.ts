import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StatusPage } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { DomainKeeper } from '../src/domains/domain-keeper.ts';
import { ask } from './support/http.ts';
import type { Organization } from '@vedette/test-kit/organization';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

const claim = (organization: Organization, customDomain: string): Promise<StatusPage> =>
  organization.call('createStatusPage', { body: { name: 'D', customDomain } });
const read = (organization: Organization, { id }: StatusPage): Promise<StatusPage> =>
  organization.call('getStatusPage', { id });
const patch = (organization: Organization, { id }: StatusPage, body: object): Promise<StatusPage> =>
  organization.call('updateStatusPage', { id, body });
const statusOn = async (host: string): Promise<number> =>
  (await ask(suite.config.port, '/', { headers: { host } })).status;
const isServedOn = (host: string): Promise<true> =>
  waitFor(`${host} to be served`, async () => (await statusOn(host)) === 200);
const isNotServedOn = (host: string): Promise<true> =>
  waitFor(`${host} not to be served`, async () => (await statusOn(host)) === 404);

/** Looks up the page's domain now, optionally as if its proof had been missing for some hours. */
async function lookUp(page: StatusPage, missing?: { hours: number }): Promise<void> {
  const keeper = suite.service.get(DomainKeeper);
  if (missing !== undefined) {
    await suite.pool.query(
      `UPDATE status_page.status_page SET host_missing_since = now() - $2 * interval '1 hour' WHERE id = $1`,
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
    await waitFor('the page', async () => (await ask(suite.config.port, `/${page.slug}`)).status === 200);
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
