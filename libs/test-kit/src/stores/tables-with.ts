import type pg from 'pg';

/** The tables of a schema in which a text stands, in whatever column and as text or as bytes. */
export async function tablesWith(client: pg.Client | pg.Pool, schema: string, text: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1 AND table_type = 'BASE TABLE'`,
    [schema],
  );
  const forms = [text, Buffer.from(text).toString('hex')];
  const found: string[] = [];
  // One after another: a client runs one statement at a time.
  for (const { name } of rows) {
    const look = `SELECT FROM "${schema}"."${name}" AS row WHERE row::text LIKE ANY ($1::text[]) LIMIT 1`;
    const { rowCount } = await client.query(look, [forms.map((form) => `%${form}%`)]);
    if (rowCount !== 0) found.push(name);
  }
  return found.toSorted();
}
