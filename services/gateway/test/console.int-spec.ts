import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { membership } from '@vedette/test-kit/account-peer';
import { type Gateway, GOOD_TOKEN, Scene } from './console-scene.ts';

let scene: Scene;
/** As on one machine. */
let gateway: Gateway;

beforeAll(async () => {
  scene = await Scene.start();
  gateway = await scene.gateway((port) => `http://localhost:${port}`);
  await scene.answerExamples();
});

afterAll(() => scene.stop());

describe('the console port', () => {
  it('describes its own contract without credentials, and leaves that of the API alone', async () => {
    const own = await gateway.send(gateway.consolePort, '/api/console/openapi.json');
    const paths = Object.keys((JSON.parse(own.text) as { paths: object }).paths);
    expect(own.status).toBe(200);
    expect(paths).toContain('/api/console/v1/monitors');
    expect(paths.filter((path) => !path.startsWith('/api/console/v1/'))).toEqual([]);
    const other = await gateway.send(gateway.port, '/openapi.json');
    expect(Object.keys((JSON.parse(other.text) as { paths: object }).paths)).toContain('/api/v1/monitors');
    expect(other.text).not.toContain('/api/console');
  });

  it('serves neither contract on the port of the other', async () => {
    const key = scene.account.add();
    expect((await gateway.send(gateway.port, '/api/console/v1/monitors', { key })).code).toBe('not_found');
    expect((await gateway.send(gateway.consolePort, '/api/v1/monitors', { key })).code).toBe('not_found');
  });

  it('answers 401 without credentials, also where there is nothing, with all headers', async () => {
    for (const path of ['/monitors', '/session', '/nothing']) {
      const { status, headers } = await gateway.call(path);
      expect(status).toBe(401);
      expect(headers['ratelimit-policy']).toBe('console;q=600;w=60');
      expect(headers['x-request-id']).toMatch(/^req_/);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
  });

  it('routes a session to nothing and to other methods as the API does', async () => {
    const session = scene.account.addSession();
    expect((await gateway.call('/nothing', { session })).code).toBe('not_found');
    const other = await gateway.call('/monitors/x/alert-contacts', { session, method: 'POST', body: {} });
    expect([other.code, other.headers.allow]).toEqual(['method_not_allowed', 'GET, HEAD, PUT']);
  });

  it('refuses another Host, whatever the request presents', async () => {
    const session = scene.account.addSession();
    for (const host of ['evil.example', `127.0.0.1:${gateway.consolePort}`, 'localhost']) {
      const refused = await gateway.call('/session', { session, headers: { host } });
      expect([refused.status, refused.headers['ratelimit-limit']]).toEqual([403, '600']);
    }
  });
});

describe('a session', () => {
  it('acts for its person in the organization used last', async () => {
    const session = scene.account.addSession({ memberships: [membership('MEMBER'), membership('OWNER')] });
    const { status, headers } = await gateway.call('/monitors?limit=7', { session });
    expect([status, headers['ratelimit-policy']]).toEqual([200, 'console;q=600;w=60']);
    const { context, input } = scene.services.last('listMonitors');
    expect(input.query).toMatchObject({ limit: 7 });
    const { organizationId, plan, subscription } = session.memberships[0] ?? membership('OWNER');
    expect(context.caller).toEqual({ organizationId, role: 'MEMBER', plan, subscription });
    expect(context.session).toEqual({ id: session.id, person: session.person });
    expect(context).not.toHaveProperty('sourceAddress');
    expect(context).not.toHaveProperty('actor');
  });

  it('acts in the organization that the request names, and finds no other', async () => {
    const session = scene.account.addSession({ memberships: [membership('OWNER'), membership('VIEWER')] });
    const organizationId = session.memberships[1]?.organizationId ?? '';
    await gateway.call('/monitors', { session, headers: { 'vedette-organization': organizationId } });
    expect(scene.services.last('listMonitors').context.caller).toMatchObject({ organizationId, role: 'VIEWER' });
    for (const foreign of [newId('org'), '', `${organizationId}, ${organizationId}`]) {
      const { code } = await gateway.call('/monitors', { session, headers: { 'vedette-organization': foreign } });
      expect(code).toBe('not_found');
    }
  });

  it('tells the service of a write who it came from, and from where', async () => {
    const session = scene.account.addSession();
    const { status } = await gateway.call('/monitors/mon_1/alert-contacts', {
      session,
      method: 'PUT',
      body: { contactIds: [] },
    });
    expect(status).toBe(200);
    const { sourceAddress, actor } = scene.services.last('setMonitorAlertContacts').context;
    expect(sourceAddress).toMatch(/127\.0\.0\.1$/);
    expect(actor).toEqual({ kind: 'person', id: session.person.id, name: session.person.name });
  });

  it('of a person without an organization shows the person, and nothing else', async () => {
    const session = scene.account.addSession({ memberships: [] });
    expect((await gateway.call('/session', { session })).status).toBe(200);
    expect(scene.services.last('getSession').context).not.toHaveProperty('caller');
    expect((await gateway.call('/monitors', { session })).code).toBe('not_found');
  });

  it('may do what its role allows, and everybody may leave', async () => {
    const session = scene.account.addSession({ memberships: [membership('VIEWER')] });
    expect((await gateway.call('/keys', { session })).code).toBe('forbidden');
    expect((await gateway.call('/me', { session, method: 'PATCH', body: {} })).status).toBe(200);
    const remove = (id: string) => gateway.call(`/members/${id}`, { session, method: 'DELETE' });
    expect([(await remove(newId('per'))).status, (await remove(session.person.id)).status]).toEqual([403, 200]);
  });

  it('manages keys and people, and nothing else, while the subscription is canceled', async () => {
    const session = scene.account.addSession({ memberships: [membership('OWNER', { subscription: 'CANCELED' })] });
    const key = await gateway.call('/keys', { session, method: 'POST', body: { name: 'k', access: 'FULL' } });
    const monitor = await gateway.call('/monitors', { session, method: 'POST', body: { name: 'm', type: 'CRON' } });
    expect([key.status, monitor.code]).toEqual([201, 'subscription_required']);
  });

  it('ends, and changes its role, as soon as the gateway is told', async () => {
    const { account } = scene;
    const session = account.addSession({ memberships: [membership('ADMIN')] });
    expect((await gateway.call('/keys', { session })).status).toBe(200);
    account.addSession({ ...session, memberships: [membership('MEMBER')] });
    await account.announce({ personId: session.person.id });
    await waitFor('the role to change', async () => (await gateway.call('/keys', { session })).status === 403);
    account.endSession(session);
    await account.announce({ personId: session.person.id });
    await waitFor('the session to end', async () => (await gateway.call('/session', { session })).status === 401);
  });

  it('is over at its expiry, even if nobody says so', async () => {
    const session = scene.account.addSession({ expiresAt: new Date(Date.now() - 1) });
    expect((await gateway.call('/session', { session })).code).toBe('unauthorized');
  });
});

describe('an API key', () => {
  it('works where the operation takes one, in its own bucket', async () => {
    const key = scene.account.add();
    const { status, headers } = await gateway.call('/usage', { key });
    expect([status, headers['ratelimit']]).toEqual([200, 'public-api;r=119;t=60']);
    const { caller, session } = scene.services.last('getUsage').context;
    expect([caller, session]).toEqual([expect.objectContaining({ keyId: key.id, access: 'FULL' }), undefined]);
    const api = await gateway.send(gateway.port, '/api/v1/monitors', { key });
    expect(api.headers['ratelimit-remaining']).toBe('118');
  });

  it('is refused elsewhere, also on sign-in', async () => {
    const key = scene.account.add();
    expect((await gateway.call('/keys', { key })).code).toBe('forbidden');
    const signIn = await gateway.call('/sign-in/redeem', { key, method: 'POST', body: { token: GOOD_TOKEN } });
    expect(signIn.code).toBe('forbidden');
  });

  it('reads only, if it is read-only', async () => {
    const key = scene.account.add({ access: 'READ_ONLY' });
    const write = await gateway.call('/monitors', { key, method: 'POST', body: { name: 'm', type: 'CRON' } });
    expect([(await gateway.call('/monitors', { key })).status, write.code]).toEqual([200, 'forbidden']);
  });

  it('and a session at once are refused', async () => {
    const [key, session] = [scene.account.add(), scene.account.addSession()];
    expect((await gateway.call('/usage', { key, session })).code).toBe('unauthorized');
  });

  it('is no session, and a session is no API key', async () => {
    const [key, session] = [scene.account.add(), scene.account.addSession()];
    await gateway.call('/session', { session });
    await gateway.call('/usage', { key });
    const asKey = { headers: { 'x-api-key': session.token } };
    expect((await gateway.call('/usage', asKey)).code).toBe('unauthorized');
    expect((await gateway.send(gateway.port, '/api/v1/monitors', asKey)).code).toBe('unauthorized');
    const asSession = { headers: { cookie: `${gateway.cookieName}=${key.key}` } };
    expect((await gateway.call('/session', asSession)).code).toBe('unauthorized');
  });
});

describe('a write from a browser', () => {
  const update = { method: 'PATCH', body: { name: 'Ada' } };

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['an old browser on another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
  ])('is refused from %s, without a word of CORS', async (_name, headers) => {
    const session = scene.account.addSession();
    const before = scene.services.count('updateMe');
    const refused = await gateway.call('/me', { ...update, session, headers });
    expect([refused.code, refused.headers['access-control-allow-origin']]).toEqual(['forbidden', undefined]);
    const signIn = { method: 'POST', body: { token: GOOD_TOKEN }, headers };
    expect((await gateway.call('/sign-in/redeem', signIn)).code).toBe('forbidden');
    expect(scene.services.count('updateMe')).toBe(before);
  });

  it('is allowed from its own pages, and reads from anywhere', async () => {
    const session = scene.account.addSession();
    const own = [{ 'sec-fetch-site': 'same-origin' }, { origin: gateway.consoleUrl }];
    for (const headers of own) expect((await gateway.call('/me', { ...update, session, headers })).status).toBe(200);
    const read = { session, headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await gateway.call('/me', read)).status).toBe(200);
  });

  it('is allowed with an API key, which no page can send by accident', async () => {
    const key = scene.account.add();
    const headers = { origin: 'https://evil.example' };
    const body = { name: 'm', type: 'CRON' };
    expect((await gateway.call('/monitors', { key, method: 'POST', body, headers })).status).toBe(201);
  });

  it('must be JSON', async () => {
    const session = scene.account.addSession();
    const headers = { 'content-type': 'text/plain' };
    expect((await gateway.call('/me', { ...update, session, headers })).code).toBe('forbidden');
  });
});

describe('an Idempotency-Key', () => {
  const organizationId = newId('org');
  const admin = () => scene.account.addSession({ memberships: [membership('ADMIN', { organizationId })] });

  it('belongs to the organization: another admin gets the same answer again', async () => {
    const sent = { method: 'PATCH', body: { name: 'Shop' }, headers: { 'idempotency-key': 'rename' } };
    const before = scene.services.count('updateOrganization');
    const first = await gateway.call('/organization', { ...sent, session: admin() });
    const second = await gateway.call('/organization', { ...sent, session: admin() });
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect([second.text, scene.services.count('updateOrganization')]).toEqual([first.text, before + 1]);
  });

  it('shows a secret to nobody but the person who got it first', async () => {
    const body = { name: 'Deploy', access: 'FULL' };
    const sent = { method: 'POST', body, headers: { 'idempotency-key': 'make-key' } };
    const [one, other] = [admin(), admin()];
    expect((await gateway.call('/keys', { ...sent, session: one })).status).toBe(201);
    const foreign = await gateway.call('/keys', { ...sent, session: other });
    expect([foreign.status, foreign.code]).toEqual([409, 'idempotency_conflict']);
    expect((await gateway.call('/keys', { ...sent, session: one })).status).toBe(201);
    const [first, again] = scene.services.requests
      .filter(({ context }) => context.idempotency?.key === 'make-key')
      .map(({ context }) => context.idempotency);
    expect(again).toEqual(first);
  });

  it('of a personal write belongs to the person', async () => {
    const sent = { method: 'PATCH', body: { name: 'Same' }, headers: { 'idempotency-key': 'my-name' } };
    const before = scene.services.count('updateMe');
    const [one, other] = [admin(), admin()];
    for (const session of [one, other, one]) await gateway.call('/me', { ...sent, session });
    expect(scene.services.count('updateMe')).toBe(before + 2);
  });

  it('is refused if it is malformed', async () => {
    const sent = { method: 'PATCH', body: { name: 'Shop' }, headers: { 'idempotency-key': 'not good' } };
    expect((await gateway.call('/organization', { ...sent, session: admin() })).code).toBe('invalid_idempotency_key');
  });
});

describe('the uses of keys', () => {
  it('are told with the address of the client; a refused key does not count as used', async () => {
    const proxied = await scene.gateway((port) => `http://localhost:${port}`, { TRUSTED_PROXIES: '127.0.0.0/8' });
    const [used, expired, elsewhere, doubled] = [
      scene.account.add(),
      scene.account.add({ expiresAt: new Date(Date.now() - 1_000) }),
      scene.account.add(),
      scene.account.add(),
    ];
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    expect((await proxied.send(proxied.port, '/api/v1/monitors', { key: used, headers })).status).toBe(200);
    expect((await proxied.call('/monitors', { key: elsewhere })).status).toBe(200);
    expect((await proxied.send(proxied.port, '/api/v1/monitors', { key: expired, headers })).status).toBe(401);
    expect((await proxied.call('/monitors', { key: expired, headers })).status).toBe(401);
    const session = scene.account.addSession();
    expect((await proxied.call('/monitors', { key: doubled, session, headers })).status).toBe(401);
    await proxied.stop();
    const ids = new Set([used.id, expired.id, elsewhere.id, doubled.id]);
    const told = scene.account.uses.filter(({ keyId }) => ids.has(keyId));
    expect(told.map(({ keyId, from }) => ({ keyId, from }))).toEqual([
      { keyId: used.id, from: '203.0.113.7' },
      { keyId: elsewhere.id, from: '127.0.0.1' },
    ]);
  });
});
