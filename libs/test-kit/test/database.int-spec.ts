import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Client } from 'pg';
import { createDatabase } from '../src/stores/database.ts';
import { inRepository } from '../src/repository.ts';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('a database of the suite', () => {
  it('is empty, private and gone after drop', async () => {
    const [one, other] = await Promise.all([createDatabase(), createDatabase()]);
    await query(one.url, 'CREATE TABLE t (id int)');
    expect(await query(other.url, `SELECT to_regclass('t') AS t`)).toEqual([{ t: null }]);
    await Promise.all([one.drop(), other.drop()]);
    await expect(query(one.url, 'SELECT 1')).rejects.toThrow('does not exist');
  });

  it('is dropped even while somebody is still connected', async () => {
    const database = await createDatabase();
    const client = new Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    await database.drop();
    await expect(query(database.url, 'SELECT 1')).rejects.toThrow('does not exist');
  });
});

describe('a database with migrations', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'made-up-service-'));
    const migration = join(directory, 'prisma', 'migrations', '0001_first');
    await mkdir(migration, { recursive: true });
    await writeFile(join(directory, 'package.json'), '{}');
    await writeFile(join(migration, 'migration.sql'), 'CREATE TABLE watched (id int); INSERT INTO watched VALUES (1);');
  });

  afterAll(() => rm(directory, { recursive: true }));

  it('has them applied, also when many suites ask for the same at once', async () => {
    const migrations = [relative(inRepository(''), directory)];
    const databases = await Promise.all(Array.from({ length: 5 }, () => createDatabase({ migrations })));
    const schema = directory.slice(directory.lastIndexOf('/') + 1).replaceAll('-', '_');
    const rows = await Promise.all(databases.map(({ url }) => query(url, `SELECT id FROM "${schema}".watched`)));
    expect(rows).toEqual(databases.map(() => [{ id: 1 }]));
    await Promise.all(databases.map((database) => database.drop()));
  });
});
