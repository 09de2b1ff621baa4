import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDatabase } from '@vedette/test-kit';
import type pg from 'pg';
import { createPool } from '../src/pool.ts';
import { sqlOf } from '../src/sql.ts';
import { transaction } from '../src/transaction.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createDatabase();
  pool = createPool({ url: database.url, service: 'test', maxConnections: 1, onError: () => undefined });
  await pool.query('CREATE TABLE effect (name text UNIQUE)');
});
beforeEach(() => pool.query('TRUNCATE effect'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function names(): Promise<string[]> {
  const rows = await sqlOf(pool).$queryRawUnsafe<{ name: string }[]>('SELECT name FROM effect ORDER BY name');
  return rows.map(({ name }) => name);
}

describe('a transaction', () => {
  it('commits what both kinds of statements did, and returns what its work returns', async () => {
    const changed = await transaction(pool, async (tx) => {
      await tx.query({ name: 'insert', text: 'INSERT INTO effect VALUES ($1)', values: ['one'] });
      return tx.$executeRawUnsafe('INSERT INTO effect VALUES ($1), ($2)', 'two', 'three');
    });
    expect(changed).toBe(2);
    expect(await names()).toEqual(['one', 'three', 'two']);
  });

  it('leaves nothing behind when its work fails, and its connection goes on to serve', async () => {
    const failing = transaction(pool, async (tx) => {
      await tx.$executeRawUnsafe(`INSERT INTO effect VALUES ('one')`);
      await tx.$executeRawUnsafe(`INSERT INTO effect VALUES ('one')`);
    });
    await expect(failing).rejects.toThrow('duplicate key');
    expect(await names()).toEqual([]);
  });

  it('gives a connection that broke back as broken', async () => {
    const failing = transaction(pool, async (tx) =>
      tx.$executeRawUnsafe('SELECT pg_terminate_backend(pg_backend_pid())'),
    );
    await expect(failing).rejects.toThrow(/terminat/);
    expect(await names()).toEqual([]);
  });
});
