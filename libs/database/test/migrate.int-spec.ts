import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type TestDatabase } from '@vedette/test-kit';
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
