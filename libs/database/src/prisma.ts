import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';

const MAX_NAMED_STATEMENTS = 500;

/**
 * Lets Prisma share the service's pool and prepare its statements once a connection. Statements whose text varies
 * without bound (lists of changing length) are not named past a limit, so that the server does not collect them.
 */
export function prismaAdapter(pool: pg.Pool, schema: string): PrismaPg {
  const names = new Map<string, string>();
  return new PrismaPg(pool, {
    schema,
    statementNameGenerator: ({ sql }) => {
      const known = names.get(sql);
      if (known !== undefined) return known;
      if (names.size >= MAX_NAMED_STATEMENTS) return '';
      const name = `p${createHash('sha1').update(sql).digest('base64url')}`;
      names.set(sql, name);
      return name;
    },
  });
}

/** What raw SQL needs of a Prisma client or of one of its transactions. */
export interface Sql {
  $queryRawUnsafe<T = unknown>(query: string, ...values: unknown[]): PromiseLike<T>;
  $executeRawUnsafe(query: string, ...values: unknown[]): PromiseLike<number>;
}
