import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { schemaOf } from '@vedette/database';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { createDatabase, type TestDatabase } from '../src/stores/database.ts';
import { inRepository } from '../src/repository.ts';

/** The gateway, the account and the incident service use SQL alone and have no schema.prisma. */
const services = ['monitor', 'status-page', 'webhook-dispatcher'];

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createDatabase({ migrations: services.map((service) => `services/${service}`) });
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** The columns of every table, apart from those that PostgreSQL makes; partitions belong to their table. */
async function tablesOf(schema: string): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ table: string; columns: string[] }>(
    `SELECT c.relname AS "table", array_agg(a.attname::text ORDER BY a.attname::text) AS columns
     FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
     WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> '_prisma_migrations'
     GROUP BY c.relname`,
    [schema],
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** Table to columns, as the models say. */
function modelsOf(text: string): Map<string, string[]> {
  const models = [...text.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)];
  const names = new Set(models.map(([, name]) => name));
  return new Map(
    models.map(([, , body = '']) => {
      const columns = [...body.matchAll(/^ {2}(\w+) +(\w+)(.*)$/gm)]
        .filter(([, , type]) => !names.has(type))
        .map(([, name = '', , rest = '']) => /@map\("(\w+)"\)/.exec(rest)?.[1] ?? name);
      return [/@@map\("(\w+)"\)/.exec(body)?.[1] ?? '', columns.toSorted()] as const;
    }),
  );
}

/** The tables that the head of the file says it leaves out. */
function leftOutBy(text: string): string[] {
  const head = text.slice(0, text.indexOf('generator client')).replaceAll('\n// ', ' ');
  return [...head.matchAll(/Left out because [^:]*: ([^.]*)\./g)].flatMap(([, names = '']) =>
    names.replaceAll(' (partitioned)', '').split(', '),
  );
}

describe('schema.prisma', () => {
  it.each(services)('of %s describes all columns of its tables, and names every other table', async (service) => {
    const text = await readFile(inRepository(`services/${service}/prisma/schema.prisma`), 'utf8');
    const tables = await tablesOf(schemaOf(inRepository(`services/${service}`)));
    const leftOut = leftOutBy(text);
    expect([...tables.keys()].filter((table) => leftOut.includes(table)).toSorted()).toEqual(leftOut.toSorted());
    const described = [...tables].filter(([table]) => !leftOut.includes(table));
    expect(modelsOf(text)).toEqual(new Map(described));
  });
});
