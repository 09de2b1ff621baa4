import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { type SharedFixture, sharedFixture, type Tenant } from '../support/fixture.ts';

type Json = Record<string, unknown>;

interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly cookie: string;
}

let fixture: SharedFixture;
let tenant: Tenant;

beforeAll(async () => {
  fixture = await sharedFixture();
  tenant = await fixture.tenant();
});

async function operate(...args: string[]): Promise<Json> {
  return (await fixture.stack.operator.run(...args)) as Json;
}

async function newLink(role: string): Promise<{ base: string; token: string; personId: string }> {
  const email = `${newId('per')}@example.com`;
  const { organizationId } = tenant;
  const added = await operate(
    'person',
    'add',
    '--org',
    organizationId,
    '--email',
    email,
    '--name',
    'Ada',
    '--role',
    role,
  );
  const { url, token } = await operate('person', 'link', '--email', email);
  return { base: new URL(String(url)).origin, token: String(token), personId: String(added['id']) };
}

async function call(base: string, method: string, path: string, cookie: string, body?: Json): Promise<Answer> {
  const response = await fetch(`${base}/api/console/v1${path}`, {
    method,
    headers: { ...(cookie !== '' && { cookie }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const [set = ''] = response.headers.getSetCookie();
  return { status: response.status, body: (await response.json()) as Json, cookie: set.split(';')[0] ?? '' };
}

async function signIn(role: string): Promise<{ base: string; cookie: string; personId: string }> {
  const { base, token, personId } = await newLink(role);
  const { status, cookie } = await call(base, 'POST', '/sign-in/redeem', '', { token });
  expect(status).toBe(200);
  return { base, cookie, personId };
}

describe('a person with a link of the operator', () => {
  it('signs in once, and signs out', async () => {
    const { base, token, personId } = await newLink('OWNER');
    const redeemed = await call(base, 'POST', '/sign-in/redeem', '', { token });
    expect(redeemed).toMatchObject({
      status: 200,
      body: { person: { id: personId }, organization: { id: tenant.organizationId }, role: 'OWNER' },
    });
    expect(await call(base, 'GET', '/session', redeemed.cookie)).toMatchObject({ status: 200, body: redeemed.body });
    expect(await call(base, 'POST', '/sign-in/redeem', '', { token })).toMatchObject({ status: 401 });
    expect(await call(base, 'DELETE', '/session', redeemed.cookie)).toMatchObject({ status: 200 });
    const isOut = async (): Promise<boolean> => (await call(base, 'GET', '/session', redeemed.cookie)).status === 401;
    await waitFor('the session to end', isOut, { timeoutMs: 2_000 });
  });

  it('can still use it after a scanner of mail has opened it', async () => {
    const { base, token } = await newLink('VIEWER');
    const opened = [
      { method: 'GET', path: `/console/sign-in#token=${token}` },
      { method: 'HEAD', path: `/console/sign-in#token=${token}` },
      { method: 'GET', path: `/console/sign-in?token=${token}` },
      { method: 'GET', path: `/api/console/v1/sign-in/redeem?token=${token}` },
      { method: 'HEAD', path: `/api/console/v1/sign-in/redeem?token=${token}` },
    ];
    for (const { method, path } of opened) {
      const response = await fetch(`${base}${path}`, { method });
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect((await call(base, 'POST', '/sign-in/redeem', '', { token })).status).toBe(200);
  });

  it('makes a key that works, replaces it, and reads of both in the audit log', async () => {
    const { base, cookie, personId } = await signIn('ADMIN');
    const created = await call(base, 'POST', '/keys', cookie, { name: 'CI', access: 'FULL', expiresAt: null });
    expect(created).toMatchObject({ status: 201, body: { name: 'CI', createdBy: `person:${personId}` } });
    const { id, secret } = created.body;
    const monitors = (key: unknown) => fixture.api.get('/api/v1/monitors', { headers: { 'x-api-key': String(key) } });
    expect((await monitors(secret)).status).toBe(200);
    const replaced = await call(base, 'POST', `/keys/${String(id)}/replace`, cookie, {});
    expect(replaced).toMatchObject({ status: 200, body: { id } });
    expect((await monitors(replaced.body['secret'])).status).toBe(200);
    const isRefused = async (): Promise<boolean> => (await monitors(secret)).status === 401;
    await waitFor('the old secret to be refused', isRefused, { timeoutMs: 2_000 });
    const { body } = await call(base, 'GET', `/audit-log?resource=${String(id)}`, cookie);
    expect(body).toMatchObject({ data: [{ operation: 'replaceKey' }, { operation: 'createKey' }] });
  });

  it('loses a role within two seconds', async () => {
    const owner = await signIn('OWNER');
    const admin = await signIn('ADMIN');
    expect((await call(admin.base, 'GET', '/keys', admin.cookie)).status).toBe(200);
    const demoted = await call(owner.base, 'PATCH', `/members/${admin.personId}`, owner.cookie, { role: 'VIEWER' });
    expect(demoted).toMatchObject({ status: 200, body: { role: 'VIEWER' } });
    const isRefused = async (): Promise<boolean> =>
      (await call(admin.base, 'GET', '/keys', admin.cookie)).status === 403;
    await waitFor('the role to be gone', isRefused, { timeoutMs: 2_000 });
  });
});

describe('alert contacts', () => {
  it('are managed by session and by key; viewers see where an address is, not what it is', async () => {
    const member = await signIn('MEMBER');
    const to = `https://hooks.example.com/${newId('req')}`;
    const created = await call(member.base, 'POST', '/alert-contacts', member.cookie, { type: 'WEBHOOK', to });
    expect(created).toMatchObject({ status: 201, body: { type: 'WEBHOOK', name: null, to } });
    const path = `/alert-contacts/${String(created.body['id'])}`;
    const byKey = async (method: string, url: string): Promise<Json> => {
      const headers = { 'x-api-key': tenant.key };
      return (await (await fetch(`${member.base}/api/console/v1${url}`, { method, headers })).json()) as Json;
    };
    expect(await byKey('GET', path)).toMatchObject({ to });
    const viewer = await signIn('VIEWER');
    expect(await call(viewer.base, 'GET', path, viewer.cookie)).toMatchObject({
      body: { to: 'https://hooks.example.com/***' },
    });
    expect((await call(viewer.base, 'DELETE', path, viewer.cookie)).status).toBe(403);
    const monitor = await tenant.api.post<{ id: string }>('/api/v1/monitors', {
      name: 'Job',
      type: 'CRON',
      expectedPeriodSec: 3_600,
    });
    const attached = `/monitors/${monitor.body.id}/alert-contacts`;
    expect((await byKey('GET', attached))['contactIds']).toContain(created.body['id']);
    const detached = await call(member.base, 'PUT', attached, member.cookie, { contactIds: [] });
    expect(detached).toMatchObject({ status: 200, body: { contactIds: [] } });
    expect(await byKey('DELETE', path)).toEqual({ data: { id: created.body['id'] } });
    expect(await byKey('GET', '/usage')).toMatchObject({ plan: 'SCALE', used: { monitors: 1, webhookEndpoints: 0 } });
  });
});

describe('an owner', () => {
  it('deletes the organization: its keys and sessions end within two seconds', async () => {
    tenant = await fixture.tenant();
    const { base, cookie } = await signIn('OWNER');
    const deleted = await call(base, 'DELETE', '/organization', cookie);
    expect(deleted).toMatchObject({ status: 200, body: { data: { id: tenant.organizationId } } });
    const isOver = async (): Promise<boolean> =>
      (await tenant.api.get('/api/v1/monitors')).status === 401 &&
      (await call(base, 'GET', '/session', cookie)).status === 401;
    await waitFor('the end of keys and sessions', isOver, { timeoutMs: 2_000 });
  });
});
