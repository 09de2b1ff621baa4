import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, waitFor } from '@vedette/test-kit';
import type { Vedette } from '@vedette/sdk';
import { readmeSnippets } from '../libs/sdk/test/support/readme.ts';
import { ScriptFolder } from '../libs/sdk/test/support/script-folder.ts';
import { type SharedFixture, sharedFixture, type Tenant } from './support/fixture.ts';
import { keyClient, signedIn, visitor } from './support/sdk-clients.ts';

let fixture: SharedFixture;
let tenant: Tenant;
let vedette: Vedette;

beforeAll(async () => {
  fixture = await sharedFixture();
  tenant = await fixture.tenant();
  vedette = await keyClient(fixture, tenant);
});

describe('the SDK with a key', () => {
  it('makes, reads, changes and deletes', async () => {
    const created = await vedette.monitors.create({ name: 'Backup', type: 'CRON' });
    expect(created).toMatchObject({ name: 'Backup', state: 'PENDING' });
    const { data, response } = await vedette.monitors.update(created.id, { name: 'Nightly' }).withResponse();
    expect(data.name).toBe('Nightly');
    expect(response.headers.get('ratelimit-policy')).toContain('public-api');
    expect(await vedette.monitors.pause(created.id)).toMatchObject({ state: 'PAUSED' });
    await expect(vedette.monitors.check(created.id)).rejects.toMatchObject({
      name: 'VedetteError',
      code: 'conflict',
      status: 409,
      requestId: expect.stringMatching(/^req_/),
    });
    expect(await vedette.monitors.delete(created.id)).toEqual({ data: { id: created.id } });
    await expect(vedette.monitors.get(created.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('names the faults of a request', async () => {
    const wrong = vedette.monitors.create({ name: '', type: 'CRON', timeoutSeconds: 0 });
    await expect(wrong).rejects.toMatchObject({
      code: 'validation_error',
      details: expect.arrayContaining([{ path: 'name', message: expect.any(String) }]),
    });
  });

  it('happens once under one Idempotency-Key', async () => {
    const options = { idempotencyKey: 'once' };
    const first = await vedette.statusPages.create({ name: 'Status' }, options);
    const again = await vedette.statusPages.create({ name: 'Status' }, options).withResponse();
    expect(again.data).toEqual(first);
    expect(again.response.headers.get('idempotency-replayed')).toBe('true');
    await expect(vedette.statusPages.create({ name: 'Other' }, options)).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  it('walks over every page of a list', async () => {
    const other = await keyClient(fixture, await fixture.tenant());
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await other.monitors.create({ name, type: 'CRON' });
    expect((await other.monitors.list({ limit: 2 })).pagination).toEqual({ limit: 2, offset: 0, total: 5 });
    const seen: string[] = [];
    for await (const { id, name } of other.monitors.list({ limit: 2 })) {
      seen.push(name);
      await other.monitors.delete(id);
    }
    expect(seen.toSorted()).toEqual(names);
    expect((await other.monitors.list()).data).toEqual([]);
  });
});

describe('the SDK with a session', () => {
  it('signs in by a link, acts in the organization, and signs out', async () => {
    const person = await visitor(fixture, tenant.organizationId, 'ADMIN');
    await expect(person.vedette.session.get()).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
    const session = await person.vedette.signIn.redeemLink({ token: person.token });
    expect(session).toMatchObject({ person: { id: person.personId }, role: 'ADMIN' });
    expect(await person.vedette.session.get()).toEqual(session);
    const { secret } = await person.vedette.keys.create({ name: 'CI', access: 'READ_ONLY' });
    const byKey = await keyClient(fixture, { key: secret });
    expect((await byKey.monitors.list()).pagination.total).toBeGreaterThanOrEqual(0);
    await expect(byKey.monitors.create({ name: 'No', type: 'CRON' })).rejects.toMatchObject({ code: 'forbidden' });
    await person.vedette.session.end();
    expect(person.cookie()).toBe('');
    await expect(person.vedette.session.get()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('sees nothing of an organization that the person does not belong to', async () => {
    const stranger = await signedIn(fixture, (await fixture.tenant()).organizationId, 'OWNER');
    await expect(
      stranger.vedette.monitors.list({}, { headers: { 'Vedette-Organization': tenant.organizationId } }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the README of the SDK', () => {
  const folder = new ScriptFolder();
  const [tour = '', receiver = ''] = readmeSnippets();

  afterAll(() => folder.remove());

  it('shows code that runs', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [folder.write('tour', tour)], {
      env: { VEDETTE_URL: fixture.stack.apiUrl, VEDETTE_API_KEY: (await fixture.tenant()).key },
    });
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^Ping me: https?:/),
      'Backup PENDING',
      expect.stringMatching(/^PAUSED \d+$/),
      expect.stringMatching(/^conflict 409 req_\w+ \[\]$/),
      '',
    ]);
  });

  it('shows a receiver that takes what Vedette sends, and nothing else', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${String(port)}/`;
    const { id, secret } = await vedette.webhookEndpoints.create({ url, eventTypes: ['*'] });
    const child = spawn(process.execPath, [folder.write('receiver', receiver)], {
      env: { WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    try {
      const isRefused = async (): Promise<boolean> => (await fetch(url, { method: 'POST', body: '{}' })).status === 400;
      await waitFor('the receiver to refuse what is not signed', isRefused);
      expect(await vedette.webhookEndpoints.test(id)).toMatchObject({ state: 'SUCCEEDED', lastResponseStatus: 204 });
    } finally {
      child.kill();
    }
  });
});
