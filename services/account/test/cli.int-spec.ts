import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subjects } from '@vedette/contract';
import { hashApiKey, isWellFormedKey } from '@vedette/contract/api-key';
import { createPool } from '@vedette/database';
import { natsAddress } from '@vedette/messaging/nats-address';
import {
  createDatabase,
  freePort,
  inRepository,
  startNatsForSuite,
  waitFor,
  type TestDatabase,
} from '@vedette/test-kit';
import type { Pool } from 'pg';
import { hashToken } from '../src/sign-in/token.ts';

interface Printed {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

type Json = Record<string, unknown>;

let database: TestDatabase;
let emptyDatabase: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  [database, emptyDatabase] = await Promise.all([
    createDatabase({ migrations: ['services/account'] }),
    createDatabase(),
  ]);
  pool = createPool({ url: database.url, service: 'test', maxConnections: 2, onError: () => undefined });
});

afterAll(async () => {
  await pool.end();
  await Promise.all([database.drop(), emptyDatabase.drop()]);
});

function vedetteAt(databaseUrl: string | undefined, ...args: string[]): Promise<Printed> {
  return vedetteIn(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }, ...args);
}

async function vedetteIn(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Printed> {
  const child = spawn(process.execPath, [inRepository('services/account/bundle/cli.js'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

function vedette(...args: string[]): Promise<Printed> {
  return vedetteAt(database.url, ...args);
}

/** The JSON output of a command that succeeds. */
async function answerOf(...args: string[]): Promise<unknown> {
  const { code, out, err } = await vedette(...args, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^[^\n]+\n$/);
  return JSON.parse(out);
}

async function objectOf(...args: string[]): Promise<Json> {
  const answer = await answerOf(...args);
  if (!isJson(answer)) throw new Error(`${args.join(' ')} did not print an object`);
  return answer;
}

async function listOf(...args: string[]): Promise<Json[]> {
  const answer = await answerOf(...args);
  if (!Array.isArray(answer)) throw new Error(`${args.join(' ')} did not print a list`);
  return answer.filter(isJson);
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function newOrganization(): Promise<string> {
  const { id } = await objectOf('org', 'create', '--name', 'Acme');
  return String(id);
}

/** What the operator did, and to what. */
async function auditOf(org: string): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `SELECT operation || ' ' || resource_id AS line FROM account.audit_log
     WHERE organization_id = $1 AND actor = $2 ORDER BY at, id`,
    [org, `operator:${userInfo().username}`],
  );
  return rows.map(({ line }) => line);
}

function newApiKey(org: string, ...args: string[]): Promise<Json> {
  return objectOf('key', 'create', '--org', org, '--name', 'CI', '--access', 'FULL', ...args);
}

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('organizations', () => {
  it('start on the FREE plan with an active subscription', async () => {
    expect(await answerOf('org', 'create', '--name', 'Müller & "Söhne"')).toEqual({
      id: expect.stringMatching(/^org_[0-9a-z]{26}$/),
      name: 'Müller & "Söhne"',
      plan: 'FREE',
      subscription: 'ACTIVE',
      createdAt: iso,
    });
  });

  it('are made with the plan and the subscription that are given', async () => {
    const given = ['--plan', 'SCALE', '--subscription', 'PAST_DUE'];
    expect(await answerOf('org', 'create', '--name', 'Acme', ...given)).toMatchObject({
      plan: 'SCALE',
      subscription: 'PAST_DUE',
    });
  });

  it('are updated in what is given and kept in the rest', async () => {
    const id = await newOrganization();
    expect(await answerOf('org', 'update', id, '--plan', 'TEAM')).toMatchObject({
      plan: 'TEAM',
      subscription: 'ACTIVE',
    });
    expect(await answerOf('org', 'update', id, '--subscription', 'CANCELED')).toMatchObject({
      id,
      name: 'Acme',
      plan: 'TEAM',
      subscription: 'CANCELED',
    });
  });

  it('are listed, the oldest first', async () => {
    const ids = [await newOrganization(), await newOrganization()];
    const listed = await listOf('org', 'list');
    expect(listed.map(({ id }) => id).filter((id) => ids.some((own) => own === id))).toEqual(ids);
  });

  it('are shown with their people and keys, and renamed', async () => {
    const id = await newOrganization();
    await newApiKey(id);
    const shown = { id, name: 'Acme', plan: 'FREE', subscription: 'ACTIVE', createdAt: iso, people: 0, keys: 1 };
    expect(await answerOf('org', 'show', id)).toEqual(shown);
    expect(await answerOf('org', 'rename', id, '--name', 'Acme Group')).toMatchObject({ id, name: 'Acme Group' });
    expect(await answerOf('org', 'show', id)).toEqual({ ...shown, name: 'Acme Group' });
    expect((await auditOf(id)).at(-1)).toBe(`updateOrganization ${id}`);
  });

  it('are deleted, with one line of the audit log that stays', async () => {
    const id = await newOrganization();
    await newApiKey(id);
    await objectOf('person', 'add', '--org', id, '--email', 'last@example.com', '--name', 'Ada', '--role', 'OWNER');
    expect(await answerOf('org', 'delete', id)).toMatchObject({ id, name: 'Acme' });
    const tables = ['api_key', 'membership', 'invitation'];
    const left = await Promise.all(
      tables.map((table) => pool.query(`SELECT FROM account.${table} WHERE organization_id = $1`, [id])),
    );
    expect(left.map(({ rowCount }) => rowCount)).toEqual([0, 0, 0]);
    const { rows } = await pool.query(
      `SELECT organization_id, actor, operation FROM account.audit_log
       WHERE resource_id = $1 AND operation = 'deleteOrganization'`,
      [id],
    );
    const actor = `operator:${userInfo().username}`;
    expect(rows).toEqual([{ organization_id: null, actor, operation: 'deleteOrganization' }]);
    const pending = await pool.query('SELECT id FROM account.organization_deletion WHERE id = $1', [id]);
    expect(pending.rows).toEqual([{ id }]);
  });

  it.each(['show', 'delete'])('that do not exist are refused by %s', async (command) => {
    const err = 'There is no organization "org_gone".\n';
    expect(await vedette('org', command, 'org_gone')).toMatchObject({ code: 1, err });
  });

  it('that do not exist are not renamed', async () => {
    const err = 'There is no organization "org_gone".\n';
    expect(await vedette('org', 'rename', 'org_gone', '--name', 'Acme')).toMatchObject({ code: 1, err });
  });
});

describe('plans', () => {
  it('are listed with all they allow', async () => {
    expect(await answerOf('plan', 'list')).toEqual([
      { name: 'FREE', monitors: 10, fastestIntervalSeconds: 300, statusPages: 1, webhookEndpoints: 1 },
      { name: 'TEAM', monitors: 100, fastestIntervalSeconds: 60, statusPages: 5, webhookEndpoints: 10 },
      { name: 'SCALE', monitors: 100_000, fastestIntervalSeconds: 30, statusPages: 1_000, webhookEndpoints: 1_000 },
    ]);
  });
});

describe('people', () => {
  let addresses = 0;
  const newAddress = (): string => `person-${(addresses += 1)}@example.com`;
  const addPerson = (org: string, email: string, role: string): Promise<Json> =>
    objectOf('person', 'add', '--org', org, '--email', email, '--name', 'Ada', '--role', role);

  it('are added to organizations, each person once, and listed', async () => {
    const [org, other] = [await newOrganization(), await newOrganization()];
    const email = newAddress();
    const added = await addPerson(org, email.toUpperCase(), 'OWNER');
    const id = expect.stringMatching(/^per_[0-9a-z]{26}$/);
    expect(added).toEqual({ id, name: 'Ada', email, role: 'OWNER', organizationId: org });
    expect(await addPerson(other, email, 'VIEWER')).toMatchObject({ id: added['id'], role: 'VIEWER' });
    expect(await answerOf('person', 'list', '--org', org)).toEqual([
      { id: added['id'], name: 'Ada', email, role: 'OWNER', createdAt: iso },
    ]);
    expect(await listOf('person', 'list')).toContainEqual({ id: added['id'], name: 'Ada', email, createdAt: iso });
  });

  it('are not added twice, nor to an organization that does not exist, nor without an address', async () => {
    const org = await newOrganization();
    const email = newAddress();
    await addPerson(org, email, 'MEMBER');
    const add = ['person', 'add', '--name', 'Ada', '--role', 'OWNER'];
    expect(await vedette(...add, '--org', org, '--email', email)).toEqual({
      code: 1,
      out: '',
      err: `"${email}" is in the organization already.\n`,
    });
    expect((await vedette(...add, '--org', 'org_gone', '--email', newAddress())).err).toBe(
      'There is no organization "org_gone".\n',
    );
    expect((await vedette(...add, '--org', org, '--email', 'Ada')).err).toBe(
      '--email must be a mail address, not "Ada".\n',
    );
  });

  it('get a link of which only the hash is stored', async () => {
    const org = await newOrganization();
    const email = newAddress();
    await addPerson(org, email, 'OWNER');
    const { url, token, expiresAt } = await objectOf('person', 'link', '--email', email, '--org', org);
    expect(url).toBe(`http://localhost:8083/console/sign-in#token=${String(token)}`);
    expect(Date.parse(String(expiresAt)) - Date.now()).toBeLessThanOrEqual(900_000);
    const { rows } = await pool.query<Json>('SELECT * FROM account.sign_in_link WHERE organization_id = $1', [org]);
    expect(rows).toMatchObject([{ hash: Buffer.from(hashToken(String(token)), 'base64'), used_at: null }]);
  });

  it('get no link if nobody has the address, or if they are not in the organization', async () => {
    const [org, other] = [await newOrganization(), await newOrganization()];
    const email = newAddress();
    await addPerson(org, email, 'OWNER');
    expect((await vedette('person', 'link', '--email', 'nobody@example.com')).err).toBe(
      'There is nobody with the address "nobody@example.com".\n',
    );
    expect((await vedette('person', 'link', '--email', email, '--org', other)).err).toBe(
      `"${email}" is not in the organization "${other}".\n`,
    );
  });

  it('are removed from one organization, or altogether, unless they are its last owner', async () => {
    const [org, other] = [await newOrganization(), await newOrganization()];
    const [owner, member] = [newAddress(), newAddress()];
    await addPerson(org, owner, 'OWNER');
    await addPerson(org, member, 'MEMBER');
    await addPerson(other, member, 'MEMBER');
    await objectOf('person', 'remove', '--email', member, '--org', org);
    expect(await listOf('person', 'list', '--org', org)).toMatchObject([{ email: owner }]);
    await objectOf('person', 'remove', '--email', member);
    expect(await listOf('person', 'list', '--org', other)).toEqual([]);
    expect((await vedette('person', 'remove', '--email', member)).code).toBe(1);
    expect((await vedette('person', 'remove', '--email', owner)).err).toBe(
      'The last owner of an organization cannot leave: make somebody else an owner.\n',
    );
    expect(await listOf('person', 'list', '--org', org)).toMatchObject([{ email: owner }]);
  });

  it('leave lines of the operator in the audit log', async () => {
    const org = await newOrganization();
    const email = newAddress();
    const { id } = await addPerson(org, email, 'MEMBER');
    await objectOf('person', 'link', '--email', email, '--org', org);
    await objectOf('person', 'remove', '--email', email, '--org', org);
    expect(await auditOf(org)).toEqual([
      `createOrganization ${org}`,
      ...['addPerson', 'createSignInLink', 'removePerson'].map((operation) => `${operation} ${String(id)}`),
    ]);
  });
});

describe('keys', () => {
  it('are printed once and stored as a hash alone', async () => {
    const org = await newOrganization();
    const created = await newApiKey(org);
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
      createdAt: iso,
    });
    const { rows } = await pool.query<Json>(
      'SELECT * FROM account.api_key JOIN account.key_secret ON key_id = id WHERE id = $1',
      [created['id']],
    );
    expect(rows[0]).toMatchObject({ hash: Buffer.from(hashApiKey(key), 'base64') });
    expect(JSON.stringify([rows, await answerOf('key', 'list', '--org', org)])).not.toContain(key.slice(4, 36));
  });

  it('leave a line of the operator in the audit log for each change, and none for a refusal', async () => {
    const org = await newOrganization();
    const { id } = await newApiKey(org);
    for (const act of ['disable', 'enable', 'revoke']) await objectOf('key', act, String(id));
    expect((await vedette('key', 'enable', String(id))).code).toBe(1);
    await objectOf('org', 'update', org, '--plan', 'TEAM');
    const lines = ['createKey', 'updateKey', 'updateKey', 'deleteKey'].map((operation) => `${operation} ${String(id)}`);
    expect(await auditOf(org)).toEqual([`createOrganization ${org}`, ...lines, `updateOrganization ${org}`]);
  });

  it('expire after the span, or at the instant, that is given', async () => {
    const org = await newOrganization();
    const before = Date.now();
    const { expiresAt } = await newApiKey(org, '--expires', '90d');
    const span = Date.parse(String(expiresAt)) - before - 90 * 86_400_000;
    expect(span).toBeGreaterThanOrEqual(0);
    expect(span).toBeLessThan(60_000);
    expect(await newApiKey(org, '--expires', '2999-01-31T12:00:00+02:00')).toMatchObject({
      expiresAt: '2999-01-31T10:00:00.000Z',
    });
  });

  it('are disabled, enabled and revoked, and listed as what they are', async () => {
    const org = await newOrganization();
    const id = String((await newApiKey(org))['id']);
    const status = async (): Promise<unknown> => (await listOf('key', 'list', '--org', org))[0]?.['status'];
    expect(await answerOf('key', 'disable', id)).toMatchObject({ id, status: 'DISABLED', isEnabled: false });
    expect(await status()).toBe('DISABLED');
    expect(await answerOf('key', 'enable', id)).toMatchObject({ id, status: 'ENABLED', isEnabled: true });
    expect(await status()).toBe('ENABLED');
    expect(await answerOf('key', 'revoke', id)).toMatchObject({ id, status: 'REVOKED', revokedAt: iso });
    expect(await status()).toBe('REVOKED');
    expect(await vedette('key', 'enable', id, '--json')).toEqual({
      code: 1,
      out: '',
      err: `The key ${id} is revoked, which cannot be undone: create another.\n`,
    });
  });

  it('can be disabled and revoked again without complaint', async () => {
    const id = String((await newApiKey(await newOrganization()))['id']);
    const first = await answerOf('key', 'revoke', id);
    expect(await answerOf('key', 'revoke', id)).toEqual(first);
    expect(await answerOf('key', 'disable', id)).toMatchObject({ status: 'REVOKED' });
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
    const id = String((await newApiKey(await newOrganization()))['id']);
    const env = { DATABASE_URL: database.url, NATS_URL: nats.urlOf('account') };
    for (const change of ['disable', 'enable', 'revoke']) {
      expect(await vedetteIn(env, 'key', change, id)).toMatchObject({ code: 0, err: '' });
    }
    await waitFor('three messages', () => told.length === 3);
    expect(told).toEqual([{ keyId: id }, { keyId: id }, { keyId: id }]);
    await gateway.close();
    await nats.stop();
  });

  it('need not be there: the command does what it is for', async () => {
    const id = String((await newApiKey(await newOrganization()))['id']);
    const env = { DATABASE_URL: database.url, NATS_URL: `nats://account:secret@127.0.0.1:${await freePort()}` };
    expect(await vedetteIn(env, 'key', 'revoke', id)).toMatchObject({ code: 0, err: '' });
  });
});

describe('for a person', () => {
  it('a new key is shown with the warning that it is the only time', async () => {
    const org = await newOrganization();
    const { code, out } = await vedette('key', 'create', '--org', org, '--name', 'CI', '--access', 'FULL');
    expect(code).toBe(0);
    expect(out).toMatch(/^key: +ved_[0-9A-Za-z]{38}$/m);
    expect(out).toContain('it will not be shown again');
  });

  it('lists are tables', async () => {
    const { out } = await vedette('plan', 'list');
    expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['NAME', 'MONITORS', 'FASTEST INTERVAL', 'STATUS PAGES', 'WEBHOOK ENDPOINTS'],
      ['FREE', '10', '300 s', '1', '1'],
      ['TEAM', '100', '60 s', '5', '10'],
      ['SCALE', '100000', '30 s', '1000', '1000'],
      [''],
    ]);
  });

  it('help needs neither a database nor an environment', async () => {
    const lines = [[], ['--help'], ['key'], ['key', '--help'], ['key', 'create', '--help'], ['org', 'update', '-h']];
    const printed = await Promise.all(lines.map((args) => vedetteAt(undefined, ...args)));
    for (const { code, out, err } of printed) {
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toContain('Usage: vedette');
    }
  });
});

describe('the version', () => {
  it('is that of the package', async () => {
    const manifest = JSON.parse(await readFile(inRepository('services/account/package.json'), 'utf8')) as Json;
    const version = String(manifest['version']);
    expect(await vedetteAt(undefined, '--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
    expect(await answerOf('--version')).toEqual({ version });
  });
});

describe('an error is one sentence on standard error, nothing on standard output, and exit code 1', () => {
  const create = ['key', 'create', '--name', 'CI', '--access', 'FULL'];
  const rows: { args: string[]; sentence: string }[] = [
    {
      args: ['keys'],
      sentence: 'There is no command "keys": it must be status, doctor, org, plan, person, key, contact or parked.',
    },
    { args: ['org', 'list', '--all'], sentence: "error: unknown option '--all'" },
    { args: create, sentence: "error: required option '--org <ID>' not specified" },
    { args: ['key', 'list', '--org', 'org_gone'], sentence: 'There is no organization "org_gone".' },
    { args: [...create, '--org', 'org_gone'], sentence: 'There is no organization "org_gone".' },
    { args: ['key', 'disable', 'key_gone'], sentence: 'There is no key "key_gone".' },
    { args: ['key', 'enable', 'key_gone'], sentence: 'There is no key "key_gone".' },
    { args: ['key', 'revoke', 'key_gone'], sentence: 'There is no key "key_gone".' },
    { args: ['org', 'update', 'org_gone', '--plan', 'TEAM'], sentence: 'There is no organization "org_gone".' },
    { args: ['org', 'update', 'org_gone'], sentence: 'vedette org update needs --plan, --subscription or both.' },
    {
      args: ['org', 'update', 'org_gone', '--plan', 'GOLD'],
      sentence: 'There is no plan "GOLD": it must be FREE, TEAM or SCALE.',
    },
    {
      args: ['org', 'create', '--name', 'Acme', '--plan', 'GOLD'],
      sentence: 'There is no plan "GOLD": it must be FREE, TEAM or SCALE.',
    },
    {
      args: ['org', 'create', '--name', 'Acme', '--subscription', 'TRIAL'],
      sentence: '--subscription must be ACTIVE, PAST_DUE or CANCELED, not "TRIAL".',
    },
    {
      args: ['org', 'create', '--name', 'a\nb'],
      sentence: '--name must be 1 to 120 characters, none of them a control character.',
    },
  ];
  it.each(rows)('vedette $args', async ({ args, sentence }) => {
    const expected = { code: 1, out: '', err: `${sentence}\n` };
    expect(await Promise.all([vedette(...args), vedette(...args, '--json')])).toEqual([expected, expected]);
  });

  it('without DATABASE_URL', async () => {
    const err = 'DATABASE_URL is required: PostgreSQL that holds the schema of the account service.\n';
    expect(await vedetteAt(undefined, 'org', 'list')).toEqual({ code: 1, out: '', err });
  });

  it('with a database that is not migrated', async () => {
    const err = 'The database is not migrated for this version: start the stack or run its migrations first.\n';
    expect(await vedetteAt(emptyDatabase.url, 'org', 'list')).toEqual({ code: 1, out: '', err });
  });

  it('with nobody at the address', async () => {
    const url = `postgresql://user:hunter2@127.0.0.1:${await freePort()}/vedette`;
    const err = 'PostgreSQL cannot be reached (ECONNREFUSED): is the stack running?\n';
    expect(await vedetteAt(url, 'org', 'list')).toEqual({ code: 1, out: '', err });
  });
});
