import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StatusPage } from '@vedette/contract';
import { findTool } from '@vedette/local-stores';
import { waitFor } from '@vedette/test-kit';
import type { Organization } from '@vedette/test-kit/organization';
import { DomainKeeper } from '../src/domains/domain-keeper.ts';
import { Edge } from './support/edge.ts';
import { startSuite, type Suite } from './support/suite.ts';

const caddy = findTool('caddy');
/** Debian has it since release 12. `pnpm test` installs it, or says that these tests are left out. */
const withCaddy = caddy === undefined ? describe.skip : describe;

/** What Caddy answers a handshake for a host that it has no certificate for and may not obtain one for. */
const REFUSED = /tlsv1 alert internal error/;

withCaddy('the edge of compose, if this machine has Caddy', () => {
  let suite: Suite;
  let edge: Edge;

  beforeAll(async () => {
    suite = await startSuite();
    edge = await Edge.start(caddy ?? '', suite.config.port, suite.service.internalPort);
  });
  afterAll(async () => {
    await edge.stop();
    await suite.stop();
  });

  /** A page whose domain DNS proves. */
  const claim = (organization: Organization, customDomain: string, body: object = {}): Promise<StatusPage> => {
    suite.dns.set(customDomain, 'CNAME', ['localhost']);
    return organization.call('createStatusPage', { body: { name: `Page of ${customDomain}`, customDomain, ...body } });
  };
  const isProven = (organization: Organization, { id, customDomain }: StatusPage): Promise<true> =>
    waitFor(`the proof of ${customDomain ?? ''}`, async () => {
      const { customDomainVerified } = await organization.call('getStatusPage', { id });
      return customDomainVerified;
    });
  const served = (host: string) =>
    waitFor(`${host} to be served`, async () => {
      const reply = await edge.get(host).catch(() => undefined);
      return reply?.status === 200 && reply;
    });

  it('gives a proven domain its certificate at its first handshake, and serves its page', async () => {
    const organization = suite.organization();
    const page = await claim(organization, 'proven.edge.test');
    await isProven(organization, page);
    const { body, names } = await served('proven.edge.test');
    expect(names).toBe('DNS:proven.edge.test');
    expect(body).toContain('Page of proven.edge.test');
    expect(await edge.redirectOf('proven.edge.test')).toMatch(/^https:\/\/proven\.edge\.test/);
  });

  it('refuses a domain that no page has, that is not proven, or whose page is not published', async () => {
    const organization = suite.organization();
    await organization.call('createStatusPage', { body: { name: 'U', customDomain: 'unproven.edge.test' } });
    await waitFor('the look-up', () => suite.dns.questions.includes('TXT _vedette.unproven.edge.test'));
    await isProven(organization, await claim(organization, 'hidden.edge.test', { published: false }));
    for (const host of ['unknown.edge.test', 'unproven.edge.test', 'hidden.edge.test']) {
      await expect(edge.get(host)).rejects.toThrow(REFUSED);
    }
  });

  it('refuses the eleventh new domain of an organization, and serves it a day later', async () => {
    const organization = suite.organization();
    const hosts = Array.from({ length: 11 }, (_, index) => `n${index}.eleven.test`);
    const pages = await Promise.all(hosts.map((host) => claim(organization, host)));
    await Promise.all(pages.map((page) => isProven(organization, page)));
    const { rows } = await suite.pool.query<{ host: string }>(
      'SELECT host FROM status_page.certificate_grant WHERE organization_id = $1',
      [organization.id],
    );
    const granted = rows.map(({ host }) => host);
    expect(granted).toHaveLength(10);
    for (const host of granted) await served(host);
    const eleventh = hosts.find((host) => !granted.includes(host)) ?? '';
    await expect(edge.get(eleventh)).rejects.toThrow(REFUSED);
    await claim(suite.organization(), 'other.eleven.test');
    await served('other.eleven.test');

    await suite.pool.query(
      `UPDATE status_page.certificate_grant SET granted_at = granted_at - interval '1 day' WHERE organization_id = $1`,
      [organization.id],
    );
    await suite.pool.query(
      `UPDATE status_page.status_page SET host_due_at = now() - interval '1 second' WHERE host = $1`,
      [eleventh],
    );
    await suite.service.get(DomainKeeper).lookUpDue();
    await served(eleventh);
  });
});
