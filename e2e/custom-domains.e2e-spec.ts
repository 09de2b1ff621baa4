import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StatusPage } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { DnsServer } from '@vedette/test-kit/dns-server';
import got from 'got';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';

let fixture: Fixture;
let dns: DnsServer;

beforeAll(async () => {
  dns = await DnsServer.start();
  fixture = await startFixture({
    services: ['gateway', 'status-page'],
    env: { RATE_LIMIT_REQUESTS: '100000', STATUS_PAGE_DNS_SERVERS: dns.address },
  });
});
afterAll(async () => {
  await fixture.stop();
  await dns.close();
});

async function create(tenant: Tenant, customDomain: string | null): Promise<StatusPage> {
  const { status, body } = await tenant.api.post<StatusPage>('/api/v1/status-pages', { name: 'Mine', customDomain });
  expect(status).toBe(201);
  return body;
}

async function onDomain(host: string): Promise<{ status: number; body: string }> {
  const { statusCode, body } = await got(fixture.stack.statusUrl, {
    headers: { host },
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
  return { status: statusCode, body };
}

describe('a custom domain', () => {
  it('that is only claimed serves nothing and blocks nobody; proven, it serves its page and is taken', async () => {
    const [squatter, owner] = await Promise.all([fixture.tenant(), fixture.tenant()]);
    const squat = await create(squatter, 'status.acme.test');
    expect(squat.customDomainVerified).toBe(false);
    const page = await create(owner, null);
    dns.set('_vedette.status.acme.test', 'TXT', [`vedette=${page.id}`]);
    const path = `/api/v1/status-pages/${page.id}`;
    const named = await owner.api.patch<StatusPage>(path, { name: 'The owner', customDomain: 'status.acme.test' });
    expect(named).toMatchObject({ status: 200, body: { customDomain: 'status.acme.test' } });

    const shown = await waitFor('the domain', async () => {
      const answer = await onDomain('status.acme.test');
      return answer.status === 200 && answer;
    });
    expect(shown.body).toContain('The owner');
    expect((await owner.api.get<StatusPage>(path)).body.customDomainVerified).toBe(true);
    const kept = await squatter.api.get<StatusPage>(`/api/v1/status-pages/${squat.id}`);
    expect(kept.body).toMatchObject({ customDomain: 'status.acme.test', customDomainVerified: false });
    const late = await (
      await fixture.tenant()
    ).api.post('/api/v1/status-pages', {
      name: 'Late',
      customDomain: 'STATUS.acme.test',
    });
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  });
});
