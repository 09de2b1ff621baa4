import { userInfo } from 'node:os';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subjects } from '@vedette/contract';
import { hashApiKey, isWellFormedKey } from '@vedette/contract/api-key';
import { natsAddress } from '@vedette/messaging/nats-address';
import { freePort, startNatsForSuite, waitFor } from '@vedette/test-kit';
import { CommandLine, iso, vedetteIn, type Json } from './command-line.ts';

let cli: CommandLine;

beforeAll(async () => {
  cli = await CommandLine.start();
});

afterAll(() => cli.stop());

const createKey = (org: string, ...args: string[]): Promise<Json> =>
  cli.object('key', 'create', '--org', org, '--name', 'CI', '--access', 'FULL', ...args);

describe('keys', () => {
  it('are printed once and stored as a hash alone', async () => {
    const org = await cli.newOrganization();
    const created = await createKey(org);
    const key = String(created['key']);
    expect(isWellFormedKey(key)).toBe(true);
    expect(created).toEqual({
      id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
      key,
      organizationId: org,
      name: 'CI',
      access: 'FULL',
      status: 'ENABLED',
      isEnabled: true,
      expiresAt: null,
      revokedAt: null,
      prefix: key.slice(0, 8),
      lastFour: key.slice(-4),
      previousEndsAt: null,
      lastUsedAt: null,
      lastUsedFrom: null,
      createdBy: `operator:${userInfo().username}`,
      secretShownTo: [`operator:${userInfo().username}`],
      createdAt: iso,
    });
    const { rows } = await cli.pool.query<Json>(
      'SELECT * FROM account.api_key JOIN account.key_secret ON key_id = id WHERE id = $1',
      [created['id']],
    );
    expect(rows[0]).toMatchObject({ hash: Buffer.from(hashApiKey(key), 'base64') });
    expect(JSON.stringify([rows, await cli.answer('key', 'list', '--org', org)])).not.toContain(key.slice(4, 36));
  });

  it('leave a line of the operator in the audit log for each change, and none for a refusal', async () => {
    const org = await cli.newOrganization();
    const { id } = await createKey(org);
    for (const act of ['disable', 'enable', 'revoke']) await cli.object('key', act, String(id));
    expect((await cli.run('key', 'enable', String(id))).code).toBe(1);
    await cli.object('org', 'update', org, '--plan', 'TEAM');
    const lines = ['createKey', 'updateKey', 'updateKey', 'deleteKey'].map((operation) => `${operation} ${String(id)}`);
    expect(await cli.auditOf(org)).toEqual([`createOrganization ${org}`, ...lines, `updateOrganization ${org}`]);
  });

  it('expire after the span, or at the instant, that is given', async () => {
    const org = await cli.newOrganization();
    const before = Date.now();
    const { expiresAt } = await createKey(org, '--expires', '90d');
    const span = Date.parse(String(expiresAt)) - before - 90 * 86_400_000;
    expect(span).toBeGreaterThanOrEqual(0);
    expect(span).toBeLessThan(60_000);
    expect(await createKey(org, '--expires', '2999-01-31T12:00:00+02:00')).toMatchObject({
      expiresAt: '2999-01-31T10:00:00.000Z',
    });
  });

  it('are disabled, enabled and revoked, and listed as what they are', async () => {
    const org = await cli.newOrganization();
    const id = await cli.newApiKey(org);
    const status = async (): Promise<unknown> => (await cli.list('key', 'list', '--org', org))[0]?.['status'];
    expect(await cli.answer('key', 'disable', id)).toMatchObject({ id, status: 'DISABLED', isEnabled: false });
    expect(await status()).toBe('DISABLED');
    expect(await cli.answer('key', 'enable', id)).toMatchObject({ id, status: 'ENABLED', isEnabled: true });
    expect(await status()).toBe('ENABLED');
    expect(await cli.answer('key', 'revoke', id)).toMatchObject({ id, status: 'REVOKED', revokedAt: iso });
    expect(await status()).toBe('REVOKED');
    expect(await cli.run('key', 'enable', id, '--json')).toEqual({
      code: 1,
      out: '',
      err: `The key ${id} is revoked, which cannot be undone: create another.\n`,
    });
  });

  it('can be disabled and revoked again without complaint', async () => {
    const id = await cli.newApiKey(await cli.newOrganization());
    const first = await cli.answer('key', 'revoke', id);
    expect(await cli.answer('key', 'revoke', id)).toEqual(first);
    expect(await cli.answer('key', 'disable', id)).toMatchObject({ status: 'REVOKED' });
  });
});

describe('the gateways', () => {
  it('are told of every key that is disabled, enabled or revoked', async () => {
    const nats = await startNatsForSuite();
    const gateway = await connect(natsAddress(nats.urlOf('gateway')));
    const told: unknown[] = [];
    gateway.subscribe(subjects.credentialChanged, {
      callback: (_, message) => {
        told.push(message.json());
      },
    });
    await gateway.flush();
    const id = await cli.newApiKey(await cli.newOrganization());
    const env = { DATABASE_URL: cli.databaseUrl, NATS_URL: nats.urlOf('account') };
    for (const change of ['disable', 'enable', 'revoke']) {
      expect(await vedetteIn(env, 'key', change, id)).toMatchObject({ code: 0, err: '' });
    }
    await waitFor('three messages', () => told.length === 3);
    expect(told).toEqual([{ keyId: id }, { keyId: id }, { keyId: id }]);
    await gateway.close();
    await nats.stop();
  });

  it('need not be there: the command does what it is for', async () => {
    const id = await cli.newApiKey(await cli.newOrganization());
    const env = { DATABASE_URL: cli.databaseUrl, NATS_URL: `nats://account:secret@127.0.0.1:${await freePort()}` };
    expect(await vedetteIn(env, 'key', 'revoke', id)).toMatchObject({ code: 0, err: '' });
  });
});
