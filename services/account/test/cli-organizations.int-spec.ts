import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken } from '../src/sign-in/token.ts';
import { CommandLine, iso, vedetteIn, type Json } from './command-line.ts';

let cli: CommandLine;

beforeAll(async () => {
  cli = await CommandLine.start();
});

afterAll(() => cli.stop());

describe('organizations', () => {
  it('start on the FREE plan with an active subscription', async () => {
    expect(await cli.answer('org', 'create', '--name', 'Müller & "Söhne"')).toEqual({
      id: expect.stringMatching(/^org_[0-9a-z]{26}$/),
      name: 'Müller & "Söhne"',
      plan: 'FREE',
      subscription: 'ACTIVE',
      createdAt: iso,
    });
  });

  it('are made with the plan and the subscription that are given', async () => {
    const given = ['--plan', 'SCALE', '--subscription', 'PAST_DUE'];
    expect(await cli.answer('org', 'create', '--name', 'Acme', ...given)).toMatchObject({
      plan: 'SCALE',
      subscription: 'PAST_DUE',
    });
  });

  it('are made with a first key if it is named, which works and is printed once', async () => {
    const created = await cli.answer('org', 'create', '--name', 'Acme', '--key', 'CI');
    const { id, key } = created as { id: string; key: { id: string; key: string } };
    expect(key).toMatchObject({ id: expect.stringMatching(/^key_/), name: 'CI', access: 'FULL', organizationId: id });
    expect(key.key).toMatch(/^ved_/);
    expect(await cli.list('key', 'list', '--org', id)).toMatchObject([{ id: key.id, status: 'ENABLED' }]);
    expect((await cli.auditOf(id)).toSorted()).toEqual([`createKey ${key.id}`, `createOrganization ${id}`]);
  });

  it('are updated in what is given and kept in the rest', async () => {
    const id = await cli.newOrganization();
    expect(await cli.answer('org', 'update', id, '--plan', 'TEAM')).toMatchObject({
      plan: 'TEAM',
      subscription: 'ACTIVE',
    });
    expect(await cli.answer('org', 'update', id, '--subscription', 'CANCELED')).toMatchObject({
      id,
      name: 'Acme',
      plan: 'TEAM',
      subscription: 'CANCELED',
    });
  });

  it('are listed, the oldest first', async () => {
    const ids = [await cli.newOrganization(), await cli.newOrganization()];
    const listed = await cli.list('org', 'list');
    expect(listed.map(({ id }) => id).filter((id) => ids.some((own) => own === id))).toEqual(ids);
  });

  it('are shown with their people and keys, and renamed', async () => {
    const id = await cli.newOrganization();
    await cli.newApiKey(id);
    const shown = { id, name: 'Acme', plan: 'FREE', subscription: 'ACTIVE', createdAt: iso, people: 0, keys: 1 };
    expect(await cli.answer('org', 'show', id)).toEqual(shown);
    expect(await cli.answer('org', 'rename', id, '--name', 'Acme Group')).toMatchObject({ id, name: 'Acme Group' });
    expect(await cli.answer('org', 'show', id)).toEqual({ ...shown, name: 'Acme Group' });
    expect((await cli.auditOf(id)).at(-1)).toBe(`updateOrganization ${id}`);
  });

  it('are deleted, with one line of the audit log that stays', async () => {
    const id = await cli.newOrganization();
    await cli.newApiKey(id);
    await cli.prepare('person', 'add', '--org', id, '--email', 'last@example.com', '--name', 'Ada', '--role', 'OWNER');
    expect(await cli.answer('org', 'delete', id)).toMatchObject({ id, name: 'Acme' });
    const tables = ['api_key', 'membership', 'invitation'];
    const left = await Promise.all(
      tables.map((table) => cli.pool.query(`SELECT FROM account.${table} WHERE organization_id = $1`, [id])),
    );
    expect(left.map(({ rowCount }) => rowCount)).toEqual([0, 0, 0]);
    const { rows } = await cli.pool.query(
      `SELECT organization_id, actor, operation FROM account.audit_log
       WHERE resource_id = $1 AND operation = 'deleteOrganization'`,
      [id],
    );
    const actor = `operator:${userInfo().username}`;
    expect(rows).toEqual([{ organization_id: null, actor, operation: 'deleteOrganization' }]);
    const pending = await cli.pool.query('SELECT id FROM account.organization_deletion WHERE id = $1', [id]);
    expect(pending.rows).toEqual([{ id }]);
  });

  it.each(['show', 'delete'])('that do not exist are refused by %s', async (command) => {
    const err = 'There is no organization "org_gone".\n';
    expect(await cli.run('org', command, 'org_gone')).toMatchObject({ code: 1, err });
  });

  it('that do not exist are not renamed', async () => {
    const err = 'There is no organization "org_gone".\n';
    expect(await cli.run('org', 'rename', 'org_gone', '--name', 'Acme')).toMatchObject({ code: 1, err });
  });
});

describe('people', () => {
  let addresses = 0;
  const newAddress = (): string => `person-${(addresses += 1)}@example.com`;
  const adding = (org: string, email: string, role: string): string[] => [
    'person',
    'add',
    '--org',
    org,
    '--email',
    email,
    '--name',
    'Ada',
    '--role',
    role,
  ];
  const addPerson = (org: string, email: string, role: string): Promise<Json> =>
    cli.object(...adding(org, email, role));
  const newPerson = (org: string, email: string, role: string): Promise<Json> =>
    cli.prepare(...adding(org, email, role));

  it('are added to organizations, each person once, and listed', async () => {
    const [org, other] = [await cli.newOrganization(), await cli.newOrganization()];
    const email = newAddress();
    const added = await addPerson(org, email.toUpperCase(), 'OWNER');
    const id = expect.stringMatching(/^per_[0-9a-z]{26}$/);
    expect(added).toEqual({ id, name: 'Ada', email, role: 'OWNER', organizationId: org });
    expect(await addPerson(other, email, 'VIEWER')).toMatchObject({ id: added['id'], role: 'VIEWER' });
    expect(await cli.answer('person', 'list', '--org', org)).toEqual([
      { id: added['id'], name: 'Ada', email, role: 'OWNER', createdAt: iso },
    ]);
    expect(await cli.list('person', 'list')).toContainEqual({ id: added['id'], name: 'Ada', email, createdAt: iso });
  });

  it('are not added twice, nor to an organization that does not exist, nor without an address', async () => {
    const org = await cli.newOrganization();
    const email = newAddress();
    await newPerson(org, email, 'MEMBER');
    const add = ['person', 'add', '--name', 'Ada', '--role', 'OWNER'];
    expect(await cli.run(...add, '--org', org, '--email', email)).toEqual({
      code: 1,
      out: '',
      err: `"${email}" is in the organization already.\n`,
    });
    expect((await cli.run(...add, '--org', 'org_gone', '--email', newAddress())).err).toBe(
      'There is no organization "org_gone".\n',
    );
    expect((await cli.run(...add, '--org', org, '--email', 'Ada')).err).toBe(
      '--email must be a mail address, not "Ada".\n',
    );
  });

  it('get a link of which only the hash is stored', async () => {
    const org = await cli.newOrganization();
    const email = newAddress();
    await newPerson(org, email, 'OWNER');
    const { url, token, expiresAt } = await cli.object('person', 'link', '--email', email, '--org', org);
    expect(url).toBe(`http://localhost:8083/console/sign-in#token=${String(token)}`);
    expect(Date.parse(String(expiresAt)) - Date.now()).toBeLessThanOrEqual(900_000);
    const { rows } = await cli.pool.query<Json>('SELECT * FROM account.sign_in_link WHERE organization_id = $1', [org]);
    expect(rows).toMatchObject([{ hash: Buffer.from(hashToken(String(token)), 'base64'), used_at: null }]);
  });

  it('get no link if nobody has the address, or if they are not in the organization', async () => {
    const [org, other] = [await cli.newOrganization(), await cli.newOrganization()];
    const email = newAddress();
    await newPerson(org, email, 'OWNER');
    expect((await cli.run('person', 'link', '--email', 'nobody@example.com')).err).toBe(
      'There is nobody with the address "nobody@example.com".\n',
    );
    expect((await cli.run('person', 'link', '--email', email, '--org', other)).err).toBe(
      `"${email}" is not in the organization "${other}".\n`,
    );
  });

  it('are removed from one organization, or altogether, unless they are its last owner', async () => {
    const [org, other] = [await cli.newOrganization(), await cli.newOrganization()];
    const [owner, member] = [newAddress(), newAddress()];
    await newPerson(org, owner, 'OWNER');
    await newPerson(org, member, 'MEMBER');
    await newPerson(other, member, 'MEMBER');
    await cli.object('person', 'remove', '--email', member, '--org', org);
    expect(await cli.list('person', 'list', '--org', org)).toMatchObject([{ email: owner }]);
    await cli.object('person', 'remove', '--email', member);
    expect(await cli.list('person', 'list', '--org', other)).toEqual([]);
    expect((await cli.run('person', 'remove', '--email', member)).code).toBe(1);
    expect((await cli.run('person', 'remove', '--email', owner)).err).toBe(
      'The last owner of an organization cannot leave: make somebody else an owner.\n',
    );
    expect(await cli.list('person', 'list', '--org', org)).toMatchObject([{ email: owner }]);
  });

  it('leave no invitation when they are removed, and the owners are told of the keys that they know', async () => {
    const org = await cli.newOrganization();
    const [owner, admin] = [newAddress(), newAddress()];
    await newPerson(org, owner, 'OWNER');
    const { id } = await newPerson(org, admin, 'ADMIN');
    const keyId = await cli.newApiKey(org);
    await cli.pool.query('UPDATE account.api_key SET created_by = $2 WHERE id = $1', [keyId, `person:${String(id)}`]);
    await cli.pool.query(
      `INSERT INTO account.invitation (id, organization_id, email, role, hash, is_mailed, invited_by, created_at, expires_at)
       VALUES ('inv_1', $1, 'guest@example.com', 'ADMIN', sha256('t'), false, $2, now(), now() + interval '7 days')`,
      [org, id],
    );
    const env = { DATABASE_URL: cli.databaseUrl, SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: 'people@vedette.test' };
    const { out } = await vedetteIn(env, 'person', 'remove', '--email', admin, '--org', org, '--json');
    expect(JSON.parse(out)).toEqual({ id, name: 'Ada', email: admin, keys: ['CI'] });
    const count = async (sql: string): Promise<number | null> => (await cli.pool.query(sql, [org])).rowCount;
    expect(await count('SELECT FROM account.invitation WHERE organization_id = $1')).toBe(0);
    expect((await cli.auditOf(org)).slice(-2)).toEqual(['deleteInvitation inv_1', `removePerson ${String(id)}`]);
    const { rows } = await cli.pool.query('SELECT kind FROM account.mail WHERE address = $1', [owner]);
    expect(rows).toEqual([{ kind: 'KEYS_LEFT' }]);
  });

  it('leave lines of the operator in the audit log', async () => {
    const org = await cli.newOrganization();
    const email = newAddress();
    const { id } = await addPerson(org, email, 'MEMBER');
    await cli.object('person', 'link', '--email', email, '--org', org);
    await cli.object('person', 'remove', '--email', email, '--org', org);
    expect(await cli.auditOf(org)).toEqual([
      `createOrganization ${org}`,
      ...['addPerson', 'createSignInLink', 'removePerson'].map((operation) => `${operation} ${String(id)}`),
    ]);
  });
});
