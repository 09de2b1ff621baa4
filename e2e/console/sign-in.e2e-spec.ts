import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { type SharedFixture, sharedFixture, type Tenant } from '../support/fixture.ts';
import { codeOf, keyClient, signedIn, visitor } from '../support/sdk-clients.ts';

const SOON = { timeoutMs: 2_000 };

let fixture: SharedFixture;
let tenant: Tenant;

beforeAll(async () => {
  fixture = await sharedFixture();
  tenant = await fixture.tenant();
});

const signIn = (role: string, { organizationId }: Tenant = tenant) => signedIn(fixture, organizationId, role);

describe('a person with a link of the operator', () => {
  it('signs in once, and signs out', async () => {
    const { vedette, token, personId } = await visitor(fixture, tenant.organizationId, 'OWNER');
    const session = await vedette.signIn.redeemLink({ token });
    expect(session).toMatchObject({
      person: { id: personId },
      organization: { id: tenant.organizationId },
      role: 'OWNER',
    });
    expect(await vedette.session.get()).toEqual(session);
    const again = await fetch(`${fixture.stack.consoleUrl}/api/console/v1/sign-in/redeem`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(again.status).toBe(401);
    await vedette.session.end();
    await waitFor('the session to end', async () => (await codeOf(vedette.session.get())) === 'unauthorized', SOON);
  });

  it('can still use it after a scanner of mail has opened it', async () => {
    const { vedette, token } = await visitor(fixture, tenant.organizationId, 'VIEWER');
    const opened = [
      { method: 'GET', path: `/console/sign-in#token=${token}` },
      { method: 'HEAD', path: `/console/sign-in#token=${token}` },
      { method: 'GET', path: `/console/sign-in?token=${token}` },
      { method: 'GET', path: `/api/console/v1/sign-in/redeem?token=${token}` },
      { method: 'HEAD', path: `/api/console/v1/sign-in/redeem?token=${token}` },
    ];
    for (const { method, path } of opened) {
      const response = await fetch(`${fixture.stack.consoleUrl}${path}`, { method });
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect((await vedette.signIn.redeemLink({ token })).role).toBe('VIEWER');
  });

  it('can still use it after its page has said whom it signs in', async () => {
    const guest = await visitor(fixture, tenant.organizationId, 'VIEWER');
    const { vedette, token } = guest;
    const { email } = await vedette.signIn.viewLink({ token });
    expect(guest.cookie()).toBe('');
    expect((await vedette.signIn.redeemLink({ token })).person.email).toBe(email);
    expect(await codeOf(vedette.signIn.viewLink({ token }))).toBe('unauthorized');
  });

  it('takes the place of somebody else only if they agree, and the audit log names both', async () => {
    const [owner, other] = [await signIn('OWNER'), await visitor(fixture, tenant.organizationId, 'VIEWER')];
    const { token } = other;
    expect(await codeOf(owner.vedette.signIn.redeemLink({ token }))).toBe('conflict');
    const before = owner.cookie();
    const session = await owner.vedette.signIn.redeemLink({ token, replace: true });
    expect(session.person.id).toBe(other.personId);
    expect(owner.cookie()).not.toBe(before);
    const old = await fetch(`${fixture.stack.consoleUrl}/api/console/v1/session`, { headers: { cookie: before } });
    expect(old.status).toBe(401);
    const { vedette } = await signIn('ADMIN');
    expect((await vedette.auditLog.list({ actor: `person:${other.personId}` })).data).toMatchObject([
      { operation: 'redeemSignInLink', resourceId: owner.personId, resourceName: 'Ada' },
    ]);
  });

  it('makes a key that works, replaces it, and reads of both in the audit log', async () => {
    const { vedette, personId } = await signIn('ADMIN');
    const { data: key, response } = await vedette.keys.create({ name: 'CI', access: 'FULL' }).withResponse();
    expect(response.status).toBe(201);
    expect(key).toMatchObject({ name: 'CI', createdBy: `person:${personId}`, expiresAt: null });
    const old = await keyClient(fixture, { key: key.secret });
    expect((await old.monitors.list()).data).toEqual([]);
    const replaced = await vedette.keys.replace(key.id);
    expect(replaced.id).toBe(key.id);
    expect((await (await keyClient(fixture, { key: replaced.secret })).monitors.list()).data).toEqual([]);
    const isRefused = async (): Promise<boolean> => (await codeOf(old.monitors.list())) === 'unauthorized';
    await waitFor('the old secret to be refused', isRefused, SOON);
    expect((await vedette.auditLog.list({ resource: key.id })).data).toMatchObject([
      { operation: 'replaceKey' },
      { operation: 'createKey' },
    ]);
  });

  it('loses a role, and then the organization, within two seconds each', async () => {
    const owner = await signIn('OWNER');
    const admin = await signIn('ADMIN');
    expect((await admin.vedette.keys.list({ limit: 1 })).pagination.limit).toBe(1);
    const demoted = await owner.vedette.members.update(admin.personId, { role: 'VIEWER' });
    expect(demoted.role).toBe('VIEWER');
    const isRefused = async (): Promise<boolean> => (await codeOf(admin.vedette.keys.list())) === 'forbidden';
    await waitFor('the role to be gone', isRefused, SOON);
    await owner.vedette.members.remove(admin.personId);
    const isOutside = async (): Promise<boolean> => (await codeOf(admin.vedette.monitors.list())) === 'not_found';
    await waitFor('the organization to be gone', isOutside, SOON);
  });
});

describe('alert contacts', () => {
  it('are managed by session and by key; viewers see where an address is, not what it is', async () => {
    const member = await signIn('MEMBER');
    const viewer = await signIn('VIEWER');
    const byKey = await keyClient(fixture, tenant);
    const to = `https://hooks.example.com/${newId('req')}`;
    const { data: contact, response } = await member.vedette.alertContacts
      .create({ type: 'WEBHOOK', to })
      .withResponse();
    expect(response.status).toBe(201);
    expect(contact).toMatchObject({ type: 'WEBHOOK', name: null, to });
    expect(await byKey.alertContacts.get(contact.id)).toMatchObject({ to });
    expect(await viewer.vedette.alertContacts.get(contact.id)).toMatchObject({ to: 'https://hooks.example.com/•••' });
    expect(await codeOf(viewer.vedette.alertContacts.delete(contact.id))).toBe('forbidden');
    const monitor = await byKey.monitors.create({ name: 'Job', type: 'CRON', expectedPeriodSec: 3_600 });
    expect((await byKey.monitors.getAlertContacts(monitor.id)).contactIds).toContain(contact.id);
    const detached = await member.vedette.monitors.setAlertContacts(monitor.id, { contactIds: [] });
    expect(detached).toEqual({ contactIds: [] });
    expect(await byKey.alertContacts.delete(contact.id)).toEqual({ data: { id: contact.id } });
    expect(await byKey.usage.get()).toMatchObject({ plan: 'SCALE', used: { monitors: 1, webhookEndpoints: 0 } });
  });
});

describe('an owner', () => {
  it('deletes the organization: its keys and sessions end within two seconds', async () => {
    const doomed = await fixture.tenant();
    const { vedette } = await signIn('OWNER', doomed);
    const byKey = await keyClient(fixture, doomed);
    expect(await vedette.organization.delete()).toEqual({ data: { id: doomed.organizationId } });
    const isOver = async (): Promise<boolean> =>
      (await codeOf(byKey.monitors.list())) === 'unauthorized' &&
      (await codeOf(vedette.session.get())) === 'unauthorized';
    await waitFor('the end of keys and sessions', isOver, SOON);
  });
});
