import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDatabase } from '@vedette/test-kit';
import type pg from 'pg';
import { createPool } from '../src/pool.ts';
import { sqlOf, type Sql } from '../src/sql.ts';
import { StatementNames } from '../src/statement-names.ts';
import { preparedTransaction, transaction } from '../src/transaction.ts';

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

describe('a transaction of prepared statements', () => {
  const statements = new StatementNames();
  const insert = 'INSERT INTO effect VALUES ($1)';

  it('prepares a statement once per connection, and commits', async () => {
    for (const name of ['one', 'two']) {
      await preparedTransaction(pool, statements, (tx) => Promise.resolve(tx.$executeRawUnsafe(insert, name)));
    }
    const { rows } = await pool.query('SELECT name FROM pg_prepared_statements WHERE statement = $1', [insert]);
    expect(rows).toEqual([{ name: statements.of(insert) }]);
    expect(await names()).toEqual(['one', 'two']);
  });

  it('leaves nothing behind when its work fails, and its connection goes on to serve', async () => {
    const failing = preparedTransaction(pool, statements, async (tx) => {
      await tx.$executeRawUnsafe(insert, 'one');
      await tx.$executeRawUnsafe(insert, 'one');
    });
    await expect(failing).rejects.toThrow('duplicate key');
    expect(await names()).toEqual([]);
  });

  it('waits for no statement longer than a request does, and leaves the limit of others as it is', async () => {
    const limitOf = async (sql: Sql): Promise<unknown> => sql.$queryRawUnsafe('SHOW statement_timeout');
    const limit = await preparedTransaction(pool, statements, limitOf);
    expect(limit).toEqual([{ statement_timeout: '5s' }]);
    expect(await limitOf(sqlOf(pool))).toEqual([{ statement_timeout: '15s' }]);
  });
});
