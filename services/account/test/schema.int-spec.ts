import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@vedette/database';
import { createDatabase, type TestDatabase } from '@vedette/test-kit';
import type { Pool } from 'pg';
import { PlanRepository } from '../src/organizations/plan.repository.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase({ migrations: ['services/account'] });
  pool = createPool({ url: database.url, service: 'test', maxConnections: 2, onError: () => undefined });
  await pool.query(`
    INSERT INTO account.organization (id, name, plan) VALUES ('org_1', 'Acme', 'TEAM');
    INSERT INTO account.api_key (id, organization_id, name, access, created_by)
      VALUES ('key_1', 'org_1', 'CI', 'FULL', 'operator:root');
    INSERT INTO account.key_secret (hash, key_id, prefix, last_four) VALUES (sha256('key'), 'key_1', 'ved_abcd', 'wxyz');
    INSERT INTO account.person (id, email, name) VALUES ('per_1', 'ada@example.com', 'Ada');
    INSERT INTO account.membership (organization_id, person_id, role) VALUES ('org_1', 'per_1', 'OWNER');
    INSERT INTO account.audit_log (id, organization_id, at, actor, operation) VALUES
      ('aud_1', 'org_1', now(), 'operator:root', 'addPerson'),
      ('aud_2', 'org_1', now() - interval '399 days', 'operator:root', 'addPerson'),
      ('aud_3', 'org_1', now() - interval '401 days', 'operator:root', 'addPerson'),
      ('aud_4', 'org_2', now(), 'operator:root', 'addPerson')`);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('the schema', () => {
  it('ships the three plans', async () => {
    expect(await new PlanRepository(pool).list()).toEqual([
      {
        name: 'FREE',
        monitors: 10,
        fastestIntervalSeconds: 300,
        statusPages: 1,
        webhookEndpoints: 1,
        maintenanceWindows: 10,
      },
      {
        name: 'TEAM',
        monitors: 100,
        fastestIntervalSeconds: 60,
        statusPages: 5,
        webhookEndpoints: 10,
        maintenanceWindows: 100,
      },
      {
        name: 'SCALE',
        monitors: 100_000,
        fastestIntervalSeconds: 30,
        statusPages: 1_000,
        webhookEndpoints: 1_000,
        maintenanceWindows: 5_000,
      },
    ]);
  });

  const refused: { name: string; sql: string; constraint: string }[] = [
    {
      name: 'an access that does not exist',
      sql: `UPDATE account.api_key SET access = 'ADMIN'`,
      constraint: 'api_key_access_check',
    },
    {
      name: 'a hash that is no SHA-256',
      sql: `UPDATE account.key_secret SET hash = 'ved_'`,
      constraint: 'key_secret_hash_check',
    },
    {
      name: 'a second present secret of a key',
      sql: `INSERT INTO account.key_secret VALUES (sha256('other'), 'key_1', 'ved_abcd', 'wxyz')`,
      constraint: 'key_secret_present',
    },
    {
      name: 'a mail address with capital letters',
      sql: `UPDATE account.person SET email = 'Ada@example.com'`,
      constraint: 'person_email_check',
    },
    {
      name: 'two people with one mail address',
      sql: `INSERT INTO account.person (id, email, name) VALUES ('per_2', 'ada@example.com', 'Ada')`,
      constraint: 'person_email',
    },
    {
      name: 'a role that does not exist',
      sql: `UPDATE account.membership SET role = 'ROOT'`,
      constraint: 'membership_role_check',
    },
    {
      name: 'a subscription that does not exist',
      sql: `UPDATE account.organization SET subscription = 'TRIAL'`,
      constraint: 'organization_subscription_check',
    },
    {
      name: 'a plan that does not exist',
      sql: `UPDATE account.organization SET plan = 'GOLD'`,
      constraint: 'organization_plan_fkey',
    },
    {
      name: 'dropping a plan in use',
      sql: `DELETE FROM account.plan WHERE name = 'TEAM'`,
      constraint: 'organization_plan_fkey',
    },
  ];
  it.each(refused)('refuses $name', async ({ sql, constraint }) => {
    await expect(pool.query(sql)).rejects.toMatchObject({ constraint });
  });
});

describe('the audit log', () => {
  const linesLeft = async (): Promise<string[]> =>
    (await pool.query<{ id: string }>('SELECT id FROM account.audit_log ORDER BY id')).rows.map(({ id }) => id);

  it.each([
    `UPDATE account.audit_log SET actor = 'operator:other'`,
    `DELETE FROM account.audit_log`,
    `TRUNCATE account.audit_log`,
  ])('is only ever added to, even by its owner: %s', async (sql) => {
    await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
    expect(await linesLeft()).toContain('aud_1');
  });

  it('loses lines after 400 days, and the lines of an erased organization, by its own functions alone', async () => {
    await pool.query(`SELECT account.trim_audit_log(now() + interval '10 years')`);
    expect(await linesLeft()).toEqual(['aud_1', 'aud_2', 'aud_4']);
    await pool.query(`SELECT account.erase_audit_log('org_1', 100)`);
    expect(await linesLeft()).toEqual(['aud_4']);
    // The permission of the functions ends with them.
    await expect(pool.query('DELETE FROM account.audit_log')).rejects.toMatchObject({ code: '42501' });
  });
});
