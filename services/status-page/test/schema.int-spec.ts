import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabase, type TestDatabase } from '@vedette/test-kit';
import { readFile } from 'node:fs/promises';
import pg from 'pg';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createDatabase({ migrations: ['services/status-page'] });
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('schema.prisma', () => {
  it('describes the columns of every table that Prisma reads, apart from those that PostgreSQL makes', async () => {
    const schema = await readFile(new URL('../prisma/schema.prisma', import.meta.url), 'utf8');
    const models = [...schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)];
    const modelNames = new Set(models.map(([, name]) => name));
    expect(models).toHaveLength(9);
    for (const [, , body = ''] of models) {
      const table = /@@map\("(\w+)"\)/.exec(body)?.[1];
      const named = [...body.matchAll(/^ {2}(\w+)\s+(\w+)(.*)$/gm)]
        .filter(([, , type]) => !modelNames.has(type))
        .map(([, name = '', , rest = '']) => /@map\("(\w+)"\)/.exec(rest)?.[1] ?? name);
      const { rows } = await pool.query<{ name: string }>(
        `SELECT column_name AS name FROM information_schema.columns
         WHERE table_schema = 'status_page' AND table_name = $1 AND is_generated = 'NEVER'`,
        [table],
      );
      expect({ table, columns: rows.map(({ name }) => name).toSorted() }).toEqual({ table, columns: named.toSorted() });
    }
  });
});
