import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { Webhook } from 'standardwebhooks';
import type { ErrorEnvelope } from './support/api-client.ts';
import { sharedFixture, type SharedFixture, type Tenant } from './support/fixture.ts';
import { createMonitor, type Page } from './support/monitors.ts';
import { sharedReceiverSite, type SharedReceiverSite, type WebhookReceiver } from './support/webhook-receiver.ts';

const ENDPOINTS = '/api/v1/webhook-endpoints';
const DELIVERIES = '/api/v1/webhook-deliveries';

let site: SharedReceiverSite;
let fixture: SharedFixture;
let receiver: WebhookReceiver;

beforeAll(async () => {
  site = sharedReceiverSite();
  receiver = await site.start();
  fixture = await sharedFixture();
});

afterAll(() => site.stop());

async function createEndpoint({ api }: Tenant, fields: object = {}): Promise<WebhookEndpointWithSecret> {
  const body = { url: receiver.url, eventTypes: ['*'], ...fields };
  const answer = await api.post<WebhookEndpointWithSecret>(ENDPOINTS, body);
  expect(answer.status).toBe(201);
  return answer.body;
}

describe('a webhook endpoint', () => {
  it('is created, read, changed, listed and deleted', async () => {
    const tenant = await fixture.tenant();
    const { secret, ...created } = await createEndpoint(tenant, { description: 'ours' });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const path = `${ENDPOINTS}/${created.id}`;
    expect((await tenant.api.get(path)).body).toEqual(created);
    expect((await tenant.api.get<Page<WebhookEndpoint>>(ENDPOINTS)).body.data).toEqual([created]);
    const changed = await tenant.api.patch<WebhookEndpoint>(path, { eventTypes: ['monitor.up'], description: null });
    expect(changed.body).toMatchObject({ eventTypes: ['monitor.up'], description: null });
    expect((await tenant.api.delete(path)).body).toEqual({ data: { id: created.id } });
    expect((await tenant.api.get(path)).status).toBe(404);
  });

  it('keeps every secret of the last 24 hours: with ten live ones another rotation is a 409', async () => {
    const tenant = await fixture.tenant();
    const { id, secret } = await createEndpoint(tenant);
    const rotate = () => tenant.api.post(`${ENDPOINTS}/${id}/rotate-secret`, {});
    for (let live = 1; live < 10; live += 1) expect((await rotate()).status).toBe(200);
    const { status, body } = await rotate();
    expect([status, (body as ErrorEnvelope).error.code]).toEqual([409, 'conflict']);
    const test = await tenant.api.post<WebhookDeliveryDetail>(`${ENDPOINTS}/${id}/test`, {});
    const sent = receiver.received.find((each) => each.id === test.body.eventId);
    expect(String(sent?.headers['webhook-signature']).split(' ')).toHaveLength(10);
    expect(() => new Webhook(secret).verify(sent?.body ?? '', sent?.headers as never)).not.toThrow();
  });

  it.each([
    ['credentials in it', 'https://user:pass@example.com/', 'url'],
    ['another scheme', 'ftp://example.com/', 'url'],
    ['no host', 'https://', 'url'],
  ])('is refused with %s', async (_name, url, path) => {
    const { api } = await fixture.tenant();
    const { status, body } = await api.post<ErrorEnvelope>(ENDPOINTS, { url, eventTypes: ['*'] });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'validation_error', details: [{ path }] });
  });

  it('counts against the plan', async () => {
    const tenant = await fixture.tenant({ plan: 'FREE' });
    const first = await createEndpoint(tenant);
    const body = { url: receiver.url, eventTypes: ['*'] };
    const refused = await tenant.api.post<ErrorEnvelope>(ENDPOINTS, body);
    expect({ status: refused.status, code: refused.body.error.code }).toEqual({ status: 422, code: 'plan_limit' });
    await tenant.api.delete(`${ENDPOINTS}/${first.id}`);
    await createEndpoint(tenant);
  });

  it('can be read, and not touched, with a read-only key', async () => {
    const tenant = await fixture.tenant();
    const { id } = await createEndpoint(tenant);
    const { api } = await fixture.key(tenant.organizationId, { access: 'READ_ONLY' });
    expect((await api.get(`${ENDPOINTS}/${id}`)).status).toBe(200);
    expect((await api.get(DELIVERIES)).status).toBe(200);
    const attempts = await Promise.all([
      api.post(`${ENDPOINTS}/${id}/test`, {}),
      api.post(`${ENDPOINTS}/${id}/rotate-secret`, {}),
      api.patch(`${ENDPOINTS}/${id}`, { enabled: false }),
      api.delete(`${ENDPOINTS}/${id}`),
    ]);
    expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });
});

describe('a delivery', () => {
  it('comes from a change through the API, over TLS, verified, and is told with its attempts', async () => {
    const tenant = await fixture.tenant();
    const { id: endpointId, secret } = await createEndpoint(tenant, { eventTypes: ['monitor.created'] });
    const monitor = await createMonitor(tenant.api, { type: 'CRON' });
    const path = `${DELIVERIES}?endpointId=${endpointId}&state=SUCCEEDED`;
    const [delivery] = await waitFor('the delivery', async () => {
      const { data } = (await tenant.api.get<Page<WebhookDelivery>>(path)).body;
      return data.length > 0 && data;
    });
    const detail = await tenant.api.get<WebhookDeliveryDetail>(`${DELIVERIES}/${delivery?.id}`);
    expect(detail.body.payload).toMatchObject({ type: 'monitor.created', data: { monitor: { id: monitor.id } } });
    expect(detail.body.attempts).toMatchObject([{ number: 1, trigger: 'SCHEDULED', responseStatus: 200, error: null }]);
    const sent = receiver.received.find(({ id }) => id === delivery?.eventId);
    const headers = { ...sent?.headers } as Record<string, string>;
    expect(new Webhook(secret).verify(sent?.body ?? '', headers)).toEqual(detail.body.payload);
  });

  it('is retried by hand, and a test event is sent, while the caller waits', async () => {
    const tenant = await fixture.tenant();
    const { id } = await createEndpoint(tenant);
    const broken = await site.start();
    broken.answer = (response) => response.writeHead(500).end('broken');
    await tenant.api.patch(`${ENDPOINTS}/${id}`, { url: broken.url });
    const tested = await tenant.api.post<WebhookDeliveryDetail>(`${ENDPOINTS}/${id}/test`, {});
    expect(tested).toMatchObject({ status: 200, body: { state: 'FAILED', lastResponseStatus: 500 } });
    await tenant.api.patch(`${ENDPOINTS}/${id}`, { url: receiver.url });
    const retried = await tenant.api.post<WebhookDeliveryDetail>(`${DELIVERIES}/${tested.body.id}/retry`, {});
    expect(retried).toMatchObject({ status: 200, body: { state: 'SUCCEEDED', attemptCount: 2 } });
    await tenant.api.patch(`${ENDPOINTS}/${id}`, { enabled: false });
    const refused = await tenant.api.post<ErrorEnvelope>(`${DELIVERIES}/${tested.body.id}/retry`, {});
    expect({ status: refused.status, code: refused.body.error.code }).toEqual({ status: 409, code: 'conflict' });
  });
});
