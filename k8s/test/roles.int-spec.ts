import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate, schemaOf } from '@vedette/database';
import { SERVICES } from '@vedette/local-stores';
import { createDatabase, inRepository, type TestDatabase } from '@vedette/test-kit';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Client, escapeIdentifier } from 'pg';
import { render } from './support/kustomize.ts';
import { find, type Manifest } from './support/manifest.ts';

interface Database extends Manifest {
  readonly spec: { readonly schemas: readonly { readonly name: string; readonly owner: string }[] };
}

interface Cluster extends Manifest {
  readonly spec: { readonly managed: { readonly roles: readonly { readonly name: string }[] } };
}

const directories = SERVICES.map((name) => inRepository(`services/${name}`)).filter((each) =>
  existsSync(`${each}/prisma`),
);

let stores: Manifest[];
let database: TestDatabase;
let client: Client;
/** Roles belong to the server that all suites share, so each run has names of its own. */
const suffix = randomBytes(4).toString('hex');
const roleOf = (owner: string): string => `${owner}_${suffix}`;

beforeAll(async () => {
  [stores, database] = await Promise.all([render('stores'), createDatabase()]);
  client = new Client({ connectionString: database.url });
  await client.connect();
}, 90_000);

afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('the roles of the example', () => {
  it('are one for each service that keeps a schema, and own just that', () => {
    const { schemas } = (find(stores, 'Database', 'vedette') as Database).spec;
    const { roles } = (find(stores, 'Cluster', 'vedette') as Cluster).spec.managed;
    const wanted = directories.map(schemaOf).toSorted();
    expect(schemas.map(({ name }) => name).toSorted()).toEqual(wanted);
    expect(schemas.map(({ owner }) => owner).toSorted()).toEqual(wanted);
    expect(roles.map(({ name }) => name).toSorted()).toEqual(wanted);
  });

  it('suffice to migrate, and see no other schema', async () => {
    const { schemas } = (find(stores, 'Database', 'vedette') as Database).spec;
    for (const { name, owner } of schemas) {
      await client.query(`CREATE ROLE ${escapeIdentifier(roleOf(owner))} LOGIN PASSWORD 'secret'`);
      await client.query(`CREATE SCHEMA ${name} AUTHORIZATION ${escapeIdentifier(roleOf(owner))}`);
    }
    try {
      for (const serviceDirectory of directories) {
        const url = new URL(database.url);
        url.username = roleOf(schemaOf(serviceDirectory));
        url.password = 'secret';
        await expect(migrate({ url: url.href, serviceDirectory })).resolves.not.toEqual([]);
      }
      const { rows } = await client.query<{ visible: boolean }>(
        `SELECT has_schema_privilege($1, 'monitor', 'USAGE') AS visible`,
        [roleOf('incident')],
      );
      expect(rows).toEqual([{ visible: false }]);
    } finally {
      for (const { owner } of schemas) {
        await client.query(`DROP OWNED BY ${escapeIdentifier(roleOf(owner))}`);
        await client.query(`DROP ROLE ${escapeIdentifier(roleOf(owner))}`);
      }
    }
  }, 60_000);
});
