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
    INSERT INTO account.api_key (id, organization_id, name, hash, access)
      VALUES ('key_1', 'org_1', 'CI', sha256('key'), 'FULL')`);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('the schema', () => {
  it('ships the three plans', async () => {
    expect(await new PlanRepository(pool).list()).toEqual([
      { name: 'FREE', monitors: 10, fastestIntervalSeconds: 300, statusPages: 1, webhookEndpoints: 1 },
      { name: 'TEAM', monitors: 100, fastestIntervalSeconds: 60, statusPages: 5, webhookEndpoints: 10 },
      { name: 'SCALE', monitors: 100_000, fastestIntervalSeconds: 30, statusPages: 1_000, webhookEndpoints: 1_000 },
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
      sql: `UPDATE account.api_key SET hash = 'ved_'`,
      constraint: 'api_key_hash_check',
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
