import type pg from 'pg';
import type { StatementNames } from './statement-names.ts';

/** Raw SQL on a Prisma client, on one of its transactions, on a pool or on a connection. */
export interface Sql {
  $queryRawUnsafe<T = unknown>(query: string, ...values: unknown[]): PromiseLike<T>;
  $executeRawUnsafe(query: string, ...values: unknown[]): PromiseLike<number>;
}

/** The same as tagged templates: each value becomes a parameter, and a `SqlPart` is inserted. */
export interface TaggedSql extends Sql {
  $queryRaw<T = unknown>(strings: TemplateStringsArray, ...values: unknown[]): Promise<T>;
  $executeRaw(strings: TemplateStringsArray, ...values: unknown[]): Promise<number>;
}

/** A part of a statement; its values stand between its strings. A class, because no value of a client may pass for one. */
export class SqlPart {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[] = []) {
    this.strings = strings;
    this.values = values;
  }
}

/** The tag of a part of a statement. */
export function sqlPart(strings: TemplateStringsArray, ...values: unknown[]): SqlPart {
  return new SqlPart(strings, values);
}

/** A connection in a transaction. `query` also takes named statements, which are prepared once per connection. */
export interface Connection extends TaggedSql {
  readonly query: pg.PoolClient['query'];
}

/** How many rows there are. `rows` follows FROM: a table, and perhaps a condition. */
export async function countOf(sql: Sql, rows: string, ...values: unknown[]): Promise<number> {
  const counted = await sql.$queryRawUnsafe<{ count: number }[]>(
    `SELECT count(*)::integer AS count FROM ${rows}`,
    ...values,
  );
  return counted[0]?.count ?? 0;
}

/** Raw SQL without Prisma. On a pool, each statement is a transaction of its own. */
export function sqlOf(client: pg.Pool | pg.PoolClient): TaggedSql {
  return sqlBy((text, values) => client.query(text, values));
}

/** Like `sqlOf`, for statements that run often: each is planned once per connection, not every time. */
export function preparedSqlOf(client: pg.PoolClient, names: StatementNames): TaggedSql {
  return sqlBy((text, values) => client.query({ name: names.of(text), text, values }));
}

function sqlBy(run: (text: string, values: unknown[]) => Promise<pg.QueryResult>): TaggedSql {
  const query = async <T>(text: string, ...values: unknown[]): Promise<T> => (await run(text, values)).rows as T;
  const execute = async (text: string, ...values: unknown[]): Promise<number> =>
    (await run(text, values)).rowCount ?? 0;
  return {
    $queryRawUnsafe: query,
    $executeRawUnsafe: execute,
    $queryRaw: (...template) => query(...statementOf(sqlPart(...template))),
    $executeRaw: (...template) => execute(...statementOf(sqlPart(...template))),
  };
}

/** Its text and its parameters. */
export function statementOf(statement: SqlPart): [text: string, ...parameters: unknown[]] {
  const parameters: unknown[] = [];
  const textOf = ({ strings, values }: SqlPart): string =>
    strings.reduce((text, next, index) => {
      const value = values[index - 1];
      return text + (value instanceof SqlPart ? textOf(value) : `$${parameters.push(value)}`) + next;
    });
  return [textOf(statement), ...parameters];
}
