import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Incident, Monitor, StatusPage } from '@vedette/contract';
import { SERVICES } from '@vedette/local-stores';
import { waitFor } from '@vedette/test-kit';
import { CheckTargets } from './support/check-targets.ts';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';
import { createMonitor, type Page } from './support/monitors.ts';
import { createReceiverSite, type ReceiverSite } from './support/webhook-receiver.ts';

// One outage through all services, each with its own user of NATS. That none was refused anything is found at the end.

let targets: CheckTargets;
let site: ReceiverSite;
let fixture: Fixture;
let tenant: Tenant;

beforeAll(async () => {
  [targets, site] = await Promise.all([CheckTargets.start(), createReceiverSite()]);
  fixture = await startFixture({ env: { ...site.env, RATE_LIMIT_REQUESTS: '100000' } });
  await fixture.stack.addReplica('checker-worker');
  tenant = await fixture.tenant();
}, 120_000);

afterAll(async () => {
  await fixture.stop();
  await Promise.all([site.stop(), targets.stop()]);
});

describe('a stack whose services have users of NATS with no more permissions than they need', () => {
  it('gives each service its own', () => {
    const users = SERVICES.map((name) => new URL(fixture.stack.service(name).env['NATS_URL'] ?? '').username);
    expect(users).toEqual([...SERVICES]);
  });

  it('checks on schedule, opens an incident, tells contacts and webhooks, and shows it on a page', async () => {
    const [receiver, contact] = await Promise.all([site.start(), site.start()]);
    const contactOptions = ['--org', tenant.organizationId, '--type', 'SLACK', '--to', contact.url];
    await fixture.stack.operator.run('contact', 'add', ...contactOptions);
    await tenant.api.post('/api/v1/webhook-endpoints', { url: receiver.url, eventTypes: ['incident.opened'] });
    const monitor = await createMonitor(tenant.api, {
      url: targets.pageUrl('shop'),
      intervalSeconds: 30,
      timeoutSeconds: 2,
    });
    const { body: page } = await tenant.api.post<StatusPage>('/api/v1/status-pages', {
      name: 'Shop',
      slug: 'shop',
      components: [{ monitorId: monitor.id }],
    });
    await becomes(monitor, 'UP');

    targets.page('shop').status = 503;
    await becomes(monitor, 'DOWN');
    await waitFor('the incident', async () => {
      const { body } = await tenant.api.get<Page<Incident>>(`/api/v1/incidents?monitorId=${monitor.id}`);
      return body.data.length === 1;
    });
    await waitFor('the webhook and the alert', () => receiver.received.length > 0 && contact.received.length > 0);
    await waitFor('the public page', async () => {
      const response = await fetch(`${fixture.stack.statusUrl}/${page.slug}`);
      return (await response.text()).includes('<h1>Major outage</h1>');
    });
    expect((await tenant.api.delete(`/api/v1/monitors/${monitor.id}`)).status).toBeLessThan(300);
  }, 180_000);
});

async function becomes({ id }: Monitor, state: Monitor['state']): Promise<void> {
  await waitFor(
    `the monitor to be ${state}`,
    async () => (await tenant.api.get<Monitor>(`/api/v1/monitors/${id}`)).body.state === state,
    { timeoutMs: 60_000 },
  );
}
