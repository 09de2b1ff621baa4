import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, waitFor, type TestDatabase } from '@vedette/test-kit';
import type pg from 'pg';
import { assertMigrated, migrate } from '../src/migrate.ts';
import { createPool } from '../src/pool.ts';

let database: TestDatabase;
let pool: pg.Pool;
let root: string;
let serviceDirectory: string;

beforeEach(async () => {
  database = await createDatabase();
  pool = createPool({ url: database.url, service: 'test', maxConnections: 5, onError: () => undefined });
  root = await mkdtemp(join(tmpdir(), 'vedette-migrate-'));
  serviceDirectory = join(root, 'page-views');
  await write('package.json', JSON.stringify({ vedette: { migrations: ['@test/lib'] } }));
  await write('node_modules/@test/lib/migrations/20260102000000_lib/migration.sql', 'CREATE TABLE of_lib (id text);');
  await migration('20260101000000_first', 'CREATE TABLE page (id text PRIMARY KEY);');
});
afterEach(async () => {
  await pool.end();
  await database.drop();
  await rm(root, { recursive: true });
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(serviceDirectory, path, '..'), { recursive: true });
  await writeFile(join(serviceDirectory, path), text);
}

const migration = (name: string, sql: string) => write(`prisma/migrations/${name}/migration.sql`, sql);
const run = () => migrate({ url: database.url, serviceDirectory });

async function tables(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'page_views' ORDER BY 1`,
  );
  return rows.map(({ name }) => name).filter((name) => name !== '_prisma_migrations');
}

describe('migrating', () => {
  it('makes the schema named after the service, with the tables of its libs and then its own', async () => {
    expect(await run()).toEqual(['20260102000000_lib', '20260101000000_first']);
    expect(await tables()).toEqual(['of_lib', 'page']);
  });

  it('applies each migration once, and later only what is new', async () => {
    await run();
    expect(await run()).toEqual([]);
    await migration('20260103000000_second', 'ALTER TABLE page ADD COLUMN title text;');
    expect(await run()).toEqual(['20260103000000_second']);
  });

  it('by many at once happens once', async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, run));
    expect(applied.filter(({ length }) => length === 2)).toHaveLength(1);
    expect(applied.filter(({ length }) => length === 0)).toHaveLength(4);
  });

  it('takes a migration that fails back as a whole, names it, and goes on from there when it is mended', async () => {
    await migration('20260103000000_second', 'CREATE TABLE visit (id text); CREATE TABLE page (id text);');
    await expect(run()).rejects.toThrow('Migration 20260103000000_second failed and was rolled back');
    expect(await tables()).toEqual(['of_lib', 'page']);
    await migration('20260103000000_second', 'CREATE TABLE visit (id text);');
    expect(await run()).toEqual(['20260103000000_second']);
  });

  it('refuses a migration that was edited after it had been applied', async () => {
    await run();
    await migration('20260101000000_first', 'CREATE TABLE page (id uuid PRIMARY KEY);');
    await expect(run()).rejects.toThrow(
      'Migration 20260101000000_first of schema page_views was edited after it had been applied',
    );
  });

  it('refuses a schema with another history, and takes one that is only ahead', async () => {
    await migration('20260103000000_second', 'CREATE TABLE visit (id text);');
    await run();
    await rm(join(serviceDirectory, 'prisma/migrations/20260103000000_second'), { recursive: true });
    expect(await run()).toEqual([]);
    await expect(assertMigrated(pool, serviceDirectory)).resolves.toBeUndefined();
    await migration('20260103000000_other', 'CREATE TABLE visit (id uuid);');
    await expect(run()).rejects.toThrow(
      'Migration 20260103000000_second was applied to schema page_views, and this build does not have it',
    );
    expect(await tables()).toEqual(['of_lib', 'page', 'visit']);
  });
});

describe('a migration under load', () => {
  beforeEach(run);

  it('waits for a lock in short turns, so that statements of the service pass between them', async () => {
    await migration('20260103000000_second', 'ALTER TABLE page ADD COLUMN title text;');
    const reader = await pool.connect();
    await reader.query('BEGIN; SELECT FROM page_views.page');
    const running = run();
    const blocked = await waitFor('the migration to wait', async () => {
      const { rows } = await pool.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'ALTER%'`,
      );
      return rows[0]?.pid;
    });
    // This queues behind the migration until that gives up.
    await expect(pool.query('SELECT FROM page_views.page')).resolves.toBeDefined();
    await reader.query('COMMIT');
    reader.release();
    expect(await running).toEqual(['20260103000000_second']);
    expect(blocked).toBeGreaterThan(0);
  }, 30_000);
});

describe('a migration without a transaction', () => {
  const CONCURRENTLY = '-- no transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS page_title ON page (title);\n';
  const validity = async (): Promise<boolean | undefined> => {
    const { rows } = await pool.query<{ indisvalid: boolean }>(
      `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('page_views.page_title')`,
    );
    return rows[0]?.indisvalid;
  };

  beforeEach(async () => {
    await migration('20260103000000_title', 'ALTER TABLE page ADD COLUMN title text;');
    await run();
  });

  it('builds an index while others wait their turn to migrate', async () => {
    await migration('20260104000000_index', CONCURRENTLY);
    const applied = await Promise.all(Array.from({ length: 4 }, run));
    expect(applied.flat()).toEqual(['20260104000000_index']);
    expect(await validity()).toBe(true);
  });

  it('is repeated after it was interrupted, and builds an index anew that was left invalid', async () => {
    await pool.query(`INSERT INTO page_views.page VALUES ('a', 'same'), ('b', 'same')`);
    await migration('20260104000000_index', CONCURRENTLY.replace('CREATE INDEX', 'CREATE UNIQUE INDEX'));
    await expect(run()).rejects.toThrow('Migration 20260104000000_index failed; it can be repeated');
    expect(await validity()).toBe(false);
    await pool.query(`DELETE FROM page_views.page WHERE id = 'b'`);
    expect(await run()).toEqual(['20260104000000_index']);
    expect(await validity()).toBe(true);
  });

  it('that was done but not recorded is only recorded', async () => {
    await migration('20260104000000_index', CONCURRENTLY);
    await run();
    await pool.query(`DELETE FROM page_views._prisma_migrations WHERE migration_name = '20260104000000_index'`);
    expect(await run()).toEqual(['20260104000000_index']);
  });

  it.each([
    { name: 'two statements', sql: `${CONCURRENTLY}SELECT 1;`, reason: /multiple commands/ },
    {
      name: 'one that cannot be repeated',
      sql: CONCURRENTLY.replace('IF NOT EXISTS ', ''),
      reason: /IF EXISTS or IF NOT EXISTS/,
    },
  ])('refuses $name', async ({ sql, reason }) => {
    await migration('20260104000000_index', sql);
    await expect(run()).rejects.toHaveProperty('cause.message', expect.stringMatching(reason));
    expect(await validity()).toBeUndefined();
  });
});

describe('a service', () => {
  it('knows whether its schema is up to this build', async () => {
    await expect(assertMigrated(pool, serviceDirectory)).rejects.toThrow('The schema page_views is behind this build');
    await run();
    await expect(assertMigrated(pool, serviceDirectory)).resolves.toBeUndefined();
    await migration('20260103000000_second', 'CREATE TABLE visit (id text);');
    await expect(assertMigrated(pool, serviceDirectory)).rejects.toThrow('missing: 20260103000000_second');
  });

  it('of an older build runs on a newer schema', async () => {
    await migration('20260103000000_second', 'CREATE TABLE visit (id text);');
    await run();
    await rm(join(serviceDirectory, 'prisma/migrations/20260103000000_second'), { recursive: true });
    await expect(assertMigrated(pool, serviceDirectory)).resolves.toBeUndefined();
  });
});

describe('the pool', () => {
  it('outlives a connection that is ended while it is in use, and gives out a good one next', async () => {
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    const failure = await client.query('SELECT 1').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    // The pool does the same after a failed query of its own.
    client.release(true);
    await expect(pool.query('SELECT 1')).resolves.toMatchObject({ rowCount: 1 });
  });

  it('fails soon when PostgreSQL cannot be reached', async () => {
    const url = 'postgresql://nobody@127.0.0.1:9/none';
    const away = createPool({ url, service: 'test', maxConnections: 1, onError: () => undefined });
    const startedAt = performance.now();
    await expect(away.query('SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    await away.end();
  });
});
