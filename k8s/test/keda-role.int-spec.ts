import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabase, inRepository, type TestDatabase } from '@vedette/test-kit';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { render } from './support/kustomize.ts';
import type { Manifest } from './support/manifest.ts';
import { scaledObjectsIn } from './support/scaled-object.ts';

/** Roles belong to the server that all suites share, so this run has a name of its own. */
const role = `keda_${randomBytes(4).toString('hex')}`;

let manifests: Manifest[];
let database: TestDatabase;
let owner: Client;
let keda: Client;

beforeAll(async () => {
  [manifests, database] = await Promise.all([
    render('overlays/production'),
    createDatabase({ migrations: ['services/monitor', 'services/webhook-dispatcher'] }),
  ]);
  owner = new Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
  const grants = (await readFile(inRepository('k8s/stores/keda-role.sql'), 'utf8')).replaceAll(/\bkeda\b/g, role);
  await owner.query(grants);
  await owner.query(grants);
  const url = new URL(database.url);
  url.username = role;
  url.password = 'secret';
  keda = new Client({ connectionString: url.href });
  await keda.connect();
}, 90_000);

afterAll(async () => {
  await keda.end();
  await owner.query(`DROP OWNED BY ${role}`);
  await owner.query(`DROP ROLE ${role}`);
  await owner.end();
  await database.drop();
});

describe('the role of KEDA', () => {
  it('is the one that every trigger on the database comes with', () => {
    const triggers = scaledObjectsIn(manifests).flatMap(({ spec }) => spec.triggers);
    const users = triggers.flatMap(({ metadata }) => metadata['userName'] ?? []);
    expect(users).toHaveLength(triggers.filter(({ type }) => type === 'postgresql').length);
    expect(new Set(users)).toEqual(new Set(['keda']));
  });

  it('answers the query of every trigger', async () => {
    const queries = scaledObjectsIn(manifests).flatMap(({ spec }) =>
      spec.triggers.flatMap(({ metadata }) => metadata['query'] ?? []),
    );
    expect(queries).toHaveLength(4);
    for (const query of queries) await expect(keda.query(query)).resolves.toHaveProperty('rowCount', 1);
  });

  it.each([
    'SELECT * FROM monitor.monitor',
    'SELECT monitor_id FROM monitor.monitor_runtime',
    'SELECT organization_id FROM webhook_dispatcher.delivery',
    'SELECT * FROM webhook_dispatcher.webhook_endpoint',
  ])('may not: %s', async (statement) => {
    await expect(keda.query(statement)).rejects.toThrow(/permission denied/);
  });

  it.each([
    'CREATE TABLE monitor.mine ()',
    'DELETE FROM monitor.monitor_runtime',
    'UPDATE monitor.monitor_runtime SET is_waiting = false',
  ])('may not: %s', async (statement) => {
    await expect(keda.query(statement)).rejects.toThrow(/read-only transaction/);
    // A role may always take this setting back, so the grants must hold by themselves.
    await expect(keda.query(`BEGIN READ WRITE; ${statement}`)).rejects.toThrow(/permission denied/);
    await keda.query('ROLLBACK');
  });
});
