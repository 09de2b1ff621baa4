import type pg from 'pg';

/** The tables of a schema in which a text stands, in whatever column and as text or as bytes. */
export async function tablesWith(client: pg.Client | pg.Pool, schema: string, text: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1 AND table_type = 'BASE TABLE'`,
    [schema],
  );
  const forms = [text, Buffer.from(text).toString('hex')];
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const table = `"${schema}"."${name}"`;
      const look = `SELECT FROM ${table} AS row WHERE row::text LIKE ANY ($1::text[]) LIMIT 1`;
      const { rowCount } = await client.query(look, [forms.map((form) => `%${form}%`)]);
      return rowCount === 0 ? [] : [name];
    }),
  );
  return found.flat().toSorted();
}
