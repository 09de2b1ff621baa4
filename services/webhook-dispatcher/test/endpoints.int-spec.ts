import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { internal } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { startSuite, type Suite } from './suite.ts';
import { answerWith, Receivers } from './receiver.ts';

let suite: Suite;
const receivers = new Receivers();

beforeAll(async () => {
  suite = await startSuite();
});

afterEach(() => receivers.stop());

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

  it('is looked at in the last statement only, so that nobody waits for an endpoint that waits to be stored', async () => {
    const organization = suite.organization();
    await organization.createEndpoint(body.url);
    const other = await suite.pool.connect();
    try {
      await other.query('BEGIN; LOCK TABLE webhook_dispatcher.webhook_endpoint IN SHARE MODE');
      const awaiting = organization.createEndpoint(body.url);
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await waitFor('the wait for the table', async () => (await suite.pool.query(waiting)).rowCount === 1);
      const lock = 'SELECT FROM webhook_dispatcher.endpoint_count WHERE organization_id = $1 FOR UPDATE NOWAIT';
      expect(await suite.pool.query(lock, [organization.id])).toMatchObject({ rowCount: 1 });
      await other.query('ROLLBACK');
      await awaiting;
    } finally {
      other.release(true);
    }
  });

  it('may allow none', async () => {
    const organization = suite.organization({ webhookEndpoints: 0 });
    await expect(organization.createEndpoint(body.url)).rejects.toMatchObject({ code: 'plan_limit' });
  });
});

describe('an endpoint that gives up', () => {
  it('is disabled by 410, and all that waits for it ends', async () => {
    const organization = suite.organization();
    const receiver = await receivers.start();
    receiver.answer = answerWith(500);
    const { id: endpointId } = await organization.createEndpoint(receiver.url);
    const waiting = await organization.publish('monitor.up');
    await organization.deliveryOf(waiting, ({ attemptCount }) => attemptCount === 1);
    receiver.answer = answerWith(410);
    const id = await organization.publish('monitor.down');
    const gone = await organization.deliveryOf(id, ({ state }) => state === 'FAILED');
    expect(gone).toMatchObject({ attemptCount: 1, lastResponseStatus: 410, nextAttemptAt: null });
    const ended = await organization.deliveryOf(waiting, ({ state }) => state === 'FAILED');
    expect(ended).toMatchObject({ attemptCount: 1, nextAttemptAt: null, completedAt: expect.any(String) });
    const endpoint = await organization.call('getWebhookEndpoint', { id: endpointId });
    expect(endpoint).toMatchObject({ enabled: false, disabledReason: 'GONE' });
    await organization.call('updateWebhookEndpoint', { id: endpointId, body: { enabled: true } });
    receiver.answer = answerWith(204);
    const next = await organization.publish('monitor.up');
    await organization.deliveryOf(next, ({ state }) => state === 'SUCCEEDED');
    expect(receiver.of(waiting)).toHaveLength(1);
  });

  it('is disabled after 5 days of nothing but failures', async () => {
    const organization = suite.organization();
    const receiver = await receivers.start();
    receiver.answer = answerWith(500);
    const { id } = await organization.createEndpoint(receiver.url);
    const [first, second] = [await organization.publish('monitor.up'), await organization.publish('monitor.up')];
    await organization.deliveryOf(first, ({ attemptCount }) => attemptCount === 1);
    await organization.deliveryOf(second, ({ attemptCount }) => attemptCount === 1);
    const health = `SELECT failing_since FROM webhook_dispatcher.endpoint_due WHERE endpoint_id = $1`;
    const [before] = await suite.sql<{ failing_since: Date | null }>(health, [id]);
    expect(Date.now() - (before?.failing_since?.getTime() ?? 0)).toBeLessThan(10_000);
    await suite.sql(
      `UPDATE webhook_dispatcher.endpoint_due SET failing_since = now() - interval '5 days' WHERE endpoint_id = $1`,
      [id],
    );
    const third = await organization.publish('monitor.up');
    await organization.deliveryOf(third, ({ state }) => state === 'FAILED');
    await organization.deliveryOf(first, ({ state }) => state === 'FAILED');
    await organization.deliveryOf(second, ({ state }) => state === 'FAILED');
    const endpoint = await organization.call('getWebhookEndpoint', { id });
    expect(endpoint).toMatchObject({ enabled: false, disabledReason: 'FAILING' });
    await organization.call('updateWebhookEndpoint', { id, body: { enabled: true } });
    const [after] = await suite.sql<{ failing_since: Date | null }>(health, [id]);
    expect(after?.failing_since).toBeNull();
  });

  it('is in good standing again after one success', async () => {
    const organization = suite.organization();
    const receiver = await receivers.start();
    const { id } = await organization.createEndpoint(receiver.url);
    await suite.sql(
      `UPDATE webhook_dispatcher.endpoint_due SET failing_since = now() - interval '20 days' WHERE endpoint_id = $1`,
      [id],
    );
    const event = await organization.publish('monitor.up');
    await organization.deliveryOf(event, ({ state }) => state === 'SUCCEEDED');
    const health = `SELECT failing_since FROM webhook_dispatcher.endpoint_due WHERE endpoint_id = $1`;
    const forgotten = await waitFor('its failures to be forgotten', async () => {
      const [row] = await suite.sql<{ failing_since: Date | null }>(health, [id]);
      return row?.failing_since === null;
    });
    expect(forgotten).toBe(true);
  });

  it.each(['disabled', 'deleted'])('ends what waits for it once it is %s by hand', async (how) => {
    const organization = suite.organization();
    const receiver = await receivers.start();
    receiver.answer = answerWith(500);
    const { id } = await organization.createEndpoint(receiver.url);
    const event = await organization.publish('monitor.up');
    await organization.deliveryOf(event, ({ attemptCount }) => attemptCount === 1);
    if (how === 'disabled') await organization.call('updateWebhookEndpoint', { id, body: { enabled: false } });
    else await organization.call('deleteWebhookEndpoint', { id });
    const delivery = await organization.deliveryOf(event, ({ state }) => state === 'FAILED');
    expect(delivery).toMatchObject({ endpointId: id, nextAttemptAt: null, completedAt: expect.any(String) });
  });
});

describe('a rehearsal', () => {
  it('names all endpoints, and tests each in one attempt', async () => {
    const organization = suite.organization();
    const receiver = await receivers.start();
    const first = await organization.createEndpoint(receiver.url);
    const second = await organization.createEndpoint(receiver.url, ['monitor.down']);
    const { host } = new URL(receiver.url);
    expect(await organization.ask(internal.namedWebhookEndpoints, {})).toEqual({
      endpoints: [first, second].map(({ id }) => ({ id, host })),
    });
    const rehearse = (endpointId: string) => organization.ask(internal.rehearseWebhookEndpoint, { endpointId });
    receiver.answer = answerWith(202, 'noted');
    expect(await rehearse(second.id)).toEqual({
      isDelivered: true,
      answer: 'The receiver answered 202',
      tookMs: expect.any(Number),
    });
    receiver.answer = answerWith(503, '');
    expect(await rehearse(first.id)).toMatchObject({ isDelivered: false, answer: 'The receiver answered 503' });
    expect(receiver.received).toHaveLength(2);
    const { data } = await organization.call('listWebhookDeliveries');
    expect(data.map(({ endpointId, eventType, state }) => [endpointId, eventType, state])).toEqual([
      [first.id, 'webhook.test', 'FAILED'],
      [second.id, 'webhook.test', 'SUCCEEDED'],
    ]);
    await expect(rehearse('we_unknown')).rejects.toMatchObject({ code: 'not_found' });
  });
});
