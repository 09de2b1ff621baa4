import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createDatabase, type TestDatabase } from '@vedette/test-kit';
import pg from 'pg';
import { migrateAll } from '../src/stack/migrate.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createDatabase();
});
afterEach(() => database.drop());

async function run(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the database of a start', () => {
  it('gets the schemas of all services, once', async () => {
    await migrateAll(database.url, true);
    await migrateAll(database.url, true);
    const schemas = await run(
      `SELECT nspname AS name FROM pg_namespace WHERE nspname IN ('account', 'gateway', 'monitor') ORDER BY nspname`,
    );
    expect(schemas).toEqual([{ name: 'account' }, { name: 'gateway' }, { name: 'monitor' }]);
  });

  it('that holds the data of another layout is refused, with what to do', async () => {
    await run(`
      CREATE SCHEMA gateway;
      CREATE TABLE gateway._prisma_migrations (
        id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
        migration_name varchar(255) NOT NULL, rolled_back_at timestamptz
      );
      INSERT INTO gateway._prisma_migrations VALUES ('1', '', now(), '20260101000000_organizations_and_keys')`);
    const sentence = 'The database was made by another version of Vedette and cannot be used: ';
    await expect(migrateAll(database.url, true)).rejects.toThrow(
      new RegExp(`^${sentence}delete \\S*\\.vedette and start again\\.$`),
    );
    await expect(migrateAll(database.url, false)).rejects.toThrow(`${sentence}empty it, or unset DATABASE_URL.`);
  });
});
