import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { migrate, schemaOf } from '@vedette/database';
import { findTool } from '@vedette/local-stores';
import { createDatabase, inRepository, type TestDatabase } from '@vedette/test-kit';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client, escapeIdentifier } from 'pg';
import { environmentOf } from './support/environment.ts';
import { render } from './support/kustomize.ts';
import {
  containerOf,
  deploymentOf,
  find,
  podSpecOf,
  workloads,
  type Container,
  type Manifest,
  type Workload,
} from './support/manifest.ts';
import { MIGRATED } from './support/services.ts';

interface Database extends Manifest {
  readonly spec: { readonly schemas: readonly { readonly name: string; readonly owner: string }[] };
}

interface Cluster extends Manifest {
  readonly spec: { readonly managed: { readonly roles: readonly { readonly name: string }[] } };
}

const directories = MIGRATED.map((name) => inRepository(`services/${name}`));

let stores: Manifest[];
let database: TestDatabase;
let client: Client;
/** Roles belong to the server that all suites share, so each run has names of its own. */
const suffix = randomBytes(4).toString('hex');
const roleOf = (owner: string): string => `${owner}_${suffix}`;

const dropRoles = async (owners: readonly string[]): Promise<void> => {
  for (const role of owners.map(roleOf)) {
    await client.query(`DROP OWNED BY ${escapeIdentifier(role)} CASCADE`);
    await client.query(`DROP ROLE ${escapeIdentifier(role)}`);
  }
};

const urlAs = (owner: string, password = 'secret'): string => {
  const url = new URL(database.url);
  url.username = roleOf(owner);
  url.password = password;
  return url.href;
};

beforeEach(async () => {
  [stores, database] = await Promise.all([render('stores'), createDatabase()]);
  client = new Client({ connectionString: database.url });
  await client.connect();
}, 90_000);

afterEach(async () => {
  await client.end();
  await database.drop();
});

/** What the README of the account service says of the audit log: which statements each role may run, and which are refused. */
async function expectAuditRights(): Promise<void> {
  const line = `INSERT INTO account.audit_log (id, organization_id, at, actor, operation, is_refused, changed_fields)
    VALUES ('aud_1', 'org_1', now(), 'nobody', 'test', false, '{}')`;
  const removals = ['DELETE FROM account.audit_log', 'TRUNCATE account.audit_log'];
  const changes = [`UPDATE account.audit_log SET actor = 'x'`, ...removals];
  const functions = [`SELECT account.trim_audit_log(now())`, `SELECT account.erase_audit_log('org_2', 1)`];
  const refusal = { code: '42501' };
  const account = new Client({ connectionString: urlAs('account') });
  const other = new Client({ connectionString: urlAs('incident') });
  await Promise.all([account.connect(), other.connect()]);
  try {
    for (const statement of [line, 'SELECT * FROM account.audit_log', ...functions]) await account.query(statement);
    for (const statement of changes) await expect(account.query(statement)).rejects.toMatchObject(refusal);
    for (const statement of [line, 'SELECT * FROM account.audit_log', ...changes, ...functions]) {
      await expect(other.query(statement)).rejects.toMatchObject(refusal);
    }
    // By a superuser, whom no right stops.
    for (const statement of changes) await expect(client.query(statement)).rejects.toMatchObject(refusal);
    expect((await account.query('SELECT FROM account.audit_log')).rowCount).toBe(1);
  } finally {
    await Promise.all([account.end(), other.end()]);
  }
}

describe('the roles of the example', () => {
  it('are one for each service that keeps a schema, and own just that', () => {
    const { schemas } = (find(stores, 'Database', 'vedette') as Database).spec;
    const { roles } = (find(stores, 'Cluster', 'vedette') as Cluster).spec.managed;
    const wanted = directories.map(schemaOf).toSorted();
    expect(schemas.map(({ name }) => name).toSorted()).toEqual(wanted);
    expect(schemas.map(({ owner }) => owner).toSorted()).toEqual(wanted);
    expect(roles.map(({ name }) => name).toSorted()).toEqual([...wanted, 'keda'].toSorted());
  });

  it('suffice to migrate, and see no other schema', async () => {
    const { schemas } = (find(stores, 'Database', 'vedette') as Database).spec;
    for (const { name, owner } of schemas) {
      await client.query(`CREATE ROLE ${escapeIdentifier(roleOf(owner))} LOGIN PASSWORD 'secret'`);
      await client.query(`CREATE SCHEMA ${name} AUTHORIZATION ${escapeIdentifier(roleOf(owner))}`);
    }
    try {
      for (const serviceDirectory of directories) {
        const url = urlAs(schemaOf(serviceDirectory));
        await expect(migrate({ url, serviceDirectory })).resolves.not.toEqual([]);
      }
      const { rows } = await client.query<{ visible: boolean }>(
        `SELECT has_schema_privilege($1, 'monitor', 'USAGE') AS visible`,
        [roleOf('incident')],
      );
      expect(rows).toEqual([{ visible: false }]);
      await expectAuditRights();
    } finally {
      await dropRoles(schemas.map(({ owner }) => owner));
    }
  }, 60_000);
});

describe('the roles of the dev overlay', () => {
  it('are made with the passwords of the Secrets, and are those that the services and the migrations come with', async () => {
    const manifests = await render('overlays/dev');
    const postgres = find(manifests, 'StatefulSet', 'postgres') as Workload;
    const ofPostgres = environmentOf(containerOf(postgres), postgres.metadata.namespace ?? '', manifests);
    expect(ofPostgres.missing).toEqual([]);
    const [job] = workloads(manifests, 'Job');
    const { initContainers = [], containers } = podSpecOf(job as Workload);
    const ofMigrations = new Map([...initContainers, ...containers].map((each) => [each.name, each]));
    const owners = MIGRATED.map((name) => name.replaceAll('-', '_'));
    const script = join(await mkdtemp(join(tmpdir(), 'vedette-roles-')), 'roles.sql');
    const text = await readFile(inRepository('k8s/overlays/dev/stores/roles.sql'), 'utf8');
    await writeFile(script, text.replaceAll(/(CREATE ROLE|AUTHORIZATION) (\w+)/g, `$1 $2_${suffix}`));
    try {
      await promisify(execFile)(psql(), [database.url, '--set=ON_ERROR_STOP=1', `--file=${script}`], {
        env: ofPostgres.variables,
      });
      for (const service of MIGRATED) {
        const url = addressIn(ofMigrations.get(service), manifests);
        expect(addressIn(containerOf(deploymentOf(manifests, service)), manifests)).toBe(url);
        const serviceDirectory = inRepository(`services/${service}`);
        await expect(migrate({ url, serviceDirectory })).resolves.not.toEqual([]);
      }
    } finally {
      await dropRoles(owners);
      await rm(dirname(script), { recursive: true });
    }
  }, 90_000);
});

/** The address of the test's database, with the role and the password that a container of the overlay comes with. */
function addressIn(container: Container | undefined, manifests: readonly Manifest[]): string {
  if (container === undefined) throw new Error('There is no such container');
  const { DATABASE_URL = '' } = environmentOf(container, 'vedette', manifests).variables;
  const { username, password } = new URL(DATABASE_URL);
  return urlAs(username, password);
}

/** The client that comes with the server. */
function psql(): string {
  return join(dirname(findTool('postgres') ?? ''), 'psql');
}
