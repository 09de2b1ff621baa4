import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@vedette/contract';
import { membership } from '@vedette/test-kit/account-peer';
import { example, type Gateway, GOOD_TOKEN, Scene } from './console-scene.ts';

let scene: Scene;
/** As on one machine. */
let gateway: Gateway;

beforeAll(async () => {
  scene = await Scene.start();
  gateway = await scene.gateway((port) => `http://localhost:${port}`);
  await scene.answerExamples();
});

afterAll(() => scene.stop());

describe('signing in', () => {
  const redeem = { method: 'POST', body: { token: GOOD_TOKEN }, headers: { 'user-agent': 'Firefox' } };

  function tokenOf(cookies: string[] | undefined): string {
    return /^[^=]+=([^;]*);/.exec(cookies?.[0] ?? '')?.[1] ?? '';
  }

  it('sets a cookie whose token no service and no body has', async () => {
    const { status, headers, text } = await gateway.call('/sign-in/redeem', redeem);
    expect([status, text]).toEqual([200, JSON.stringify(example('redeemSignInLink'))]);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        new RegExp(`^${gateway.cookieName}=[\\w-]{43}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax$`),
      ),
    ]);
    const token = tokenOf(headers['set-cookie']);
    const received = scene.services.last('redeemSignInLink');
    const hash = createHash('sha256').update(token).digest('base64');
    expect(received.context.newSession).toEqual({ hash, userAgent: 'Firefox' });
    expect(received.context.sourceAddress).toMatch(/127\.0\.0\.1$/);
    expect([received.text.includes(token), text.includes(token)]).toEqual([false, false]);
    const session = scene.account.addSession({ token });
    expect((await gateway.call('/session', { session })).status).toBe(200);
  });

  it('makes a new token, whatever session the browser had before', async () => {
    const session = scene.account.addSession();
    const { headers } = await gateway.call('/sign-in/redeem', { ...redeem, session });
    expect(tokenOf(headers['set-cookie'])).not.toBe(session.token);
    const { context } = scene.services.last('redeemSignInLink');
    expect(context).toMatchObject({ session: { person: session.person }, newSession: { hash: expect.any(String) } });
    const unknown = await gateway.call('/sign-in/redeem', {
      ...redeem,
      headers: { cookie: `${gateway.cookieName}=chosen-by-somebody-else` },
    });
    expect([unknown.status, tokenOf(unknown.headers['set-cookie'])]).toEqual([200, expect.stringMatching(/^.{43}$/)]);
  });

  it('sets no cookie when the link is refused', async () => {
    const refused = await gateway.call('/sign-in/redeem', { ...redeem, body: { token: 'used' } });
    expect([refused.status, refused.headers['set-cookie']]).toEqual([401, undefined]);
  });

  it('says when to try again, if the service allows no more tries', async () => {
    const refused = await gateway.call('/sign-in/redeem', { ...redeem, body: { token: 'too many' } });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1234']);
  });

  it('ignores Idempotency-Key, even a malformed one', async () => {
    for (const key of ['same', 'same', 'not good']) {
      const { status, headers } = await gateway.call('/sign-in/redeem', {
        ...redeem,
        headers: { 'idempotency-key': key },
        ...(key === 'same' && { session: scene.account.addSession() }),
      });
      expect([status, headers['idempotency-replayed']]).toEqual([200, undefined]);
    }
  });

  it('shows whom a link signs in, starts no session for it, and says from which address it is asked', async () => {
    const { status, headers } = await gateway.call('/sign-in/view', { method: 'POST', body: { token: GOOD_TOKEN } });
    expect([status, headers['set-cookie']]).toEqual([200, undefined]);
    const { context } = scene.services.last('viewSignInLink');
    expect(context).not.toHaveProperty('newSession');
    expect(context.sourceAddress).toMatch(/127\.0\.0\.1$/);
  });

  it('answers 202 to a request for a link', async () => {
    const sent = { method: 'POST', body: { email: 'ada@example.com' } };
    expect((await gateway.call('/sign-in/links', sent)).status).toBe(202);
    expect(scene.services.last('createSignInLink').context).not.toHaveProperty('newSession');
  });

  it('by an invitation starts a session only where there is none', async () => {
    const accept = { method: 'POST', body: { token: GOOD_TOKEN } };
    const alone = await gateway.call('/invitations/accept', accept);
    expect(tokenOf(alone.headers['set-cookie'])).toHaveLength(43);
    expect(scene.services.last('acceptInvitation').context).toHaveProperty('newSession.hash');
    const session = scene.account.addSession();
    const signedIn = await gateway.call('/invitations/accept', { ...accept, session });
    expect(signedIn.headers['set-cookie']).toBeUndefined();
    const { context } = scene.services.last('acceptInvitation');
    expect(context.session?.person).toEqual(session.person);
    expect(context).not.toHaveProperty('newSession');
  });

  it.each(['/session', '/sessions'])('is undone by DELETE %s, which removes the cookie', async (path) => {
    const session = scene.account.addSession();
    const { status, headers } = await gateway.call(path, { session, method: 'DELETE' });
    expect([status, headers['set-cookie']]).toEqual([
      200,
      [`${gateway.cookieName}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`],
    ]);
  });

  it('is refused over plain http to another machine, which says what is needed', async () => {
    const open = await scene.gateway(() => 'http://console.example.com');
    const { status, text, headers } = await open.call('/sign-in/redeem', redeem);
    expect([status, headers['set-cookie']]).toEqual([403, undefined]);
    expect(text).toMatch(/https.*localhost/);
    const session = scene.account.addSession();
    expect((await open.call('/session', { session })).code).toBe('unauthorized');
  });
});

describe('a console behind https', () => {
  it('has a cookie for its host alone', async () => {
    const secure = await scene.gateway(() => 'https://console.example.com');
    const { headers } = await secure.call('/sign-in/redeem', { method: 'POST', body: { token: GOOD_TOKEN } });
    expect(headers['set-cookie']?.[0]).toMatch(/^__Host-vedette_session=.*; Path=\/;.* Secure$/);
    const session = scene.account.addSession();
    expect((await secure.call('/session', { session })).status).toBe(200);
  });

  it('limits each session on its own', async () => {
    const secure = await scene.gateway(() => 'https://console.example.com', { CONSOLE_RATE_LIMIT_REQUESTS: '2' });
    const [one, other] = [scene.account.addSession(), scene.account.addSession()];
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await secure.call('/me', { session: one })).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await secure.call('/me', { session: other })).status).toBe(200);
    const retry = await secure.call('/me', { session: one });
    expect(Number(retry.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('limits how often an organization calls an operation, whoever calls it, and does not count replays', async () => {
    const organizationId = newId('org');
    const member = () => scene.account.addSession({ memberships: [membership('MEMBER', { organizationId })] });
    const body = { name: 'Site', type: 'HTTP', url: 'https://shop.example' };
    const test = (session = member(), headers = {}) =>
      gateway.call('/monitor-tests', { method: 'POST', body, session, headers });
    const keyed = { 'idempotency-key': 'test' };
    expect((await test(member(), keyed)).status).toBe(200);
    expect((await test(member(), keyed)).headers['idempotency-replayed']).toBe('true');
    for (let count = 1; count < 10; count += 1) expect((await test()).status).toBe(200);
    const refused = await gateway.call('/monitor-tests', {
      method: 'POST',
      body,
      key: scene.account.add({ organizationId }),
    });
    expect([refused.status, refused.code]).toEqual([429, 'rate_limited']);
    expect(refused.text).toContain('10 times a minute');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const other = scene.account.addSession({ memberships: [membership('MEMBER')] });
    expect((await test(other)).status).toBe(200);
  });

  it.each([
    { name: 'IPv4 address', addressOf: () => '192.0.2.9', other: '192.0.2.10' },
    { name: '/64 of IPv6', addressOf: (n: number) => `2001:db8::${n.toString(16)}`, other: '2001:db8:0:1::1' },
  ])('limits how many tokens of alerts one $name tries in an hour, at whichever operation', async (client) => {
    const { addressOf, other } = client;
    const from = (address: string, path = '/acknowledgements') =>
      proxied.call(path, { method: 'POST', body: { token: 'x' }, headers: { 'x-forwarded-for': address } });
    const proxied = await scene.gateway(() => 'https://acknowledging.example.com', { TRUSTED_PROXIES: '127.0.0.1/32' });
    for (let count = 0; count < 30; count += 1) {
      expect((await from(addressOf(2 * count), '/acknowledgements/view')).status).toBe(200);
      expect((await from(addressOf(2 * count + 1))).status).toBe(200);
    }
    const [read, write] = [await from(addressOf(60), '/acknowledgements/view'), await from(addressOf(61))];
    expect([read.code, write.code]).toEqual(['rate_limited', 'rate_limited']);
    expect(write.text).toContain('60 times an hour');
    expect(Number(write.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await from(other)).status).toBe(200);
  });

  it('limits how often one alert contact is tested in an hour', async () => {
    const member = scene.account.addSession({ memberships: [membership('MEMBER')] });
    const test = (id: string, session = member) =>
      gateway.call(`/alert-contacts/${id}/test`, { method: 'POST', body: {}, session });
    for (let count = 0; count < 5; count += 1) expect((await test('ac_1')).status).toBe(200);
    const refused = await test('ac_1');
    expect([refused.code, refused.text.includes('5 times an hour')]).toEqual(['rate_limited', true]);
    expect((await test('ac_2')).status).toBe(200);
    const stranger = scene.account.addSession({ memberships: [membership('MEMBER')] });
    expect((await test('ac_1', stranger)).status).toBe(200);
  });

  it('limits sign-ins of one address', async () => {
    const secure = await scene.gateway(() => 'https://other.example.com', { CONSOLE_RATE_LIMIT_REQUESTS: '1' });
    const redeem = { method: 'POST', body: { token: GOOD_TOKEN } };
    await secure.call('/session');
    expect((await secure.call('/sign-in/redeem', redeem)).code).toBe('rate_limited');
    expect((await secure.call('/session')).code).toBe('unauthorized');
  });
});
