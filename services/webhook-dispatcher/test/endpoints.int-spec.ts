import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSuite, type Suite } from './suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});

afterAll(() => suite.stop());

const body = { url: 'https://192.0.2.7/hooks', eventTypes: ['*' as const], description: null, enabled: true };

describe('a webhook endpoint', () => {
  it('is shown with its secret when it is created, and never again', async () => {
    const organization = suite.organization();
    const created = await organization.call('createWebhookEndpoint', {
      body: { ...body, eventTypes: ['monitor.down', 'incident.opened'], description: 'pager' },
    });
    expect(created).toMatchObject({
      url: body.url,
      eventTypes: ['monitor.down', 'incident.opened'],
      description: 'pager',
      enabled: true,
      disabledReason: null,
      previousSecretExpiresAt: null,
    });
    expect(created.id).toMatch(/^we_/);
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { secret: _, ...shown } = created;
    expect(await organization.call('getWebhookEndpoint', { id: created.id })).toEqual(shown);
    expect((await organization.call('listWebhookEndpoints')).data).toEqual([shown]);
  });

  it('is created disabled when asked for', async () => {
    const created = await suite.organization().call('createWebhookEndpoint', { body: { ...body, enabled: false } });
    expect(created).toMatchObject({ enabled: false, disabledReason: 'MANUAL' });
  });

  it('keeps its secret encrypted, wherever a table holds it', async () => {
    const organization = suite.organization();
    const idempotencyKey = 'once';
    const { secret } = await organization.call('createWebhookEndpoint', { body, idempotencyKey });
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const secrets = await suite.sql<{ sealed: Buffer }>('SELECT sealed FROM webhook_dispatcher.endpoint_secret');
    const answers = await suite.sql<{ answer: Buffer }>('SELECT answer FROM webhook_dispatcher.idempotent_answer');
    expect(answers.length).toBeGreaterThan(0);
    for (const stored of [...secrets.map(({ sealed }) => sealed), ...answers.map(({ answer }) => answer)]) {
      expect(stored.includes(secret) || stored.includes(bytes) || stored.includes('whsec_')).toBe(false);
    }
  });

  it('is created once a key, and the replay shows the same secret', async () => {
    const organization = suite.organization();
    const idempotencyKey = 'once';
    const first = await organization.call('createWebhookEndpoint', { body, idempotencyKey });
    const second = await organization.call('createWebhookEndpoint', { body, idempotencyKey });
    expect(second).toEqual(first);
    expect((await organization.call('listWebhookEndpoints')).pagination.total).toBe(1);
  });

  it('belongs to its organization alone', async () => {
    const { id } = await suite.organization().createEndpoint(body.url);
    const stranger = suite.organization();
    const notFound = { code: 'not_found' };
    await expect(stranger.call('getWebhookEndpoint', { id })).rejects.toMatchObject(notFound);
    await expect(stranger.call('updateWebhookEndpoint', { id, body: {} })).rejects.toMatchObject(notFound);
    await expect(stranger.call('deleteWebhookEndpoint', { id })).rejects.toMatchObject(notFound);
    await expect(stranger.call('rotateWebhookEndpointSecret', { id })).rejects.toMatchObject(notFound);
    expect((await stranger.call('listWebhookEndpoints')).data).toEqual([]);
  });

  it('is listed newest first, page by page', async () => {
    const organization = suite.organization();
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      ids.unshift((await organization.createEndpoint(`https://192.0.2.7/${i}`)).id);
    }
    const page = await organization.call('listWebhookEndpoints', { query: { limit: 2, offset: 1 } });
    expect(page.data.map(({ id }) => id)).toEqual(ids.slice(1, 3));
    expect(page.pagination).toEqual({ limit: 2, offset: 1, total: 5 });
  });

  it('changes what is sent, and updatedAt only when something changes', async () => {
    const organization = suite.organization();
    const { id, updatedAt, secret: _, ...rest } = await organization.createEndpoint(body.url);
    const update = (change: object) => organization.call('updateWebhookEndpoint', { id, body: change });
    expect(await update({})).toEqual({ id, updatedAt, ...rest });
    const changed = await update({ description: 'ours', eventTypes: ['monitor.up'], url: 'https://192.0.2.7/b' });
    expect(changed).toMatchObject({ description: 'ours', eventTypes: ['monitor.up'], url: 'https://192.0.2.7/b' });
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(updatedAt));
    expect(await update({ description: null })).toMatchObject({ description: null, eventTypes: ['monitor.up'] });
    expect(await update({ enabled: false })).toMatchObject({ enabled: false, disabledReason: 'MANUAL' });
    expect(await update({ enabled: true })).toMatchObject({ enabled: true, disabledReason: null });
  });

  it('is gone once it is deleted', async () => {
    const organization = suite.organization();
    const { id } = await organization.createEndpoint(body.url);
    expect(await organization.call('deleteWebhookEndpoint', { id })).toEqual({ data: { id } });
    await expect(organization.call('getWebhookEndpoint', { id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(organization.call('deleteWebhookEndpoint', { id })).rejects.toMatchObject({ code: 'not_found' });
    expect(await organization.call('listWebhookEndpoints')).toMatchObject({ data: [], pagination: { total: 0 } });
    expect(await suite.sql('SELECT FROM webhook_dispatcher.endpoint_secret WHERE endpoint_id = $1', [id])).toEqual([]);
  });
});

describe('rotating a secret', () => {
  it('shows the new one, says until when the old one signs, and waits while ten are live', async () => {
    const organization = suite.organization();
    const created = await organization.createEndpoint(body.url);
    const { id } = created;
    const shown = new Set([created.secret]);
    for (let i = 0; i < 9; i += 1) {
      const rotated = await organization.call('rotateWebhookEndpointSecret', { id });
      shown.add(rotated.secret);
      const expiresAt = Date.parse(rotated.previousSecretExpiresAt ?? '');
      expect(Math.abs(expiresAt - Date.now() - 86_400_000)).toBeLessThan(5_000);
    }
    expect(shown.size).toBe(10);
    const kept = () => suite.sql('SELECT FROM webhook_dispatcher.endpoint_secret WHERE endpoint_id = $1', [id]);
    expect(await kept()).toHaveLength(10);
    const rotate = () => organization.call('rotateWebhookEndpointSecret', { id });
    await expect(rotate()).rejects.toMatchObject({ code: 'conflict' });
    expect(await kept()).toHaveLength(10);
    await suite.sql(
      `UPDATE webhook_dispatcher.endpoint_secret SET retired_at = now() - interval '24 hours' WHERE id =
         (SELECT min(id) FROM webhook_dispatcher.endpoint_secret WHERE endpoint_id = $1)`,
      [id],
    );
    shown.add((await rotate()).secret);
    expect(shown.size).toBe(11);
    expect(await kept()).toHaveLength(10);
  });

  it('happens once a key', async () => {
    const organization = suite.organization();
    const { id } = await organization.createEndpoint(body.url);
    const idempotencyKey = 'once';
    const first = await organization.call('rotateWebhookEndpointSecret', { id, idempotencyKey });
    expect(await organization.call('rotateWebhookEndpointSecret', { id, idempotencyKey })).toEqual(first);
    const kept = await suite.sql('SELECT FROM webhook_dispatcher.endpoint_secret WHERE endpoint_id = $1', [id]);
    expect(kept).toHaveLength(2);
  });
});

describe('the plan', () => {
  it('gives exactly what is left to many who ask at once', async () => {
    const organization = suite.organization({ webhookEndpoints: 3 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => organization.createEndpoint(`https://192.0.2.7/${i}`)),
    );
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(refusals).toHaveLength(17);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'plan_limit' });
    const [first] = (await organization.call('listWebhookEndpoints')).data;
    await organization.call('deleteWebhookEndpoint', { id: first?.id ?? '' });
    await expect(organization.createEndpoint(body.url)).resolves.toBeDefined();
    await expect(organization.createEndpoint(body.url)).rejects.toMatchObject({ code: 'plan_limit' });
  });

  it('may allow none', async () => {
    const organization = suite.organization({ webhookEndpoints: 0 });
    await expect(organization.createEndpoint(body.url)).rejects.toMatchObject({ code: 'plan_limit' });
  });
});
