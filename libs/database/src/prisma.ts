import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';

const MAX_NAMED_STATEMENTS = 500;

/**
 * Lets Prisma share the service's pool and prepare each statement once per connection. Beyond a limit, statements get
 * no name: texts that vary without bound (lists of changing length) must not accumulate on the server.
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

/** True if a write failed because another row holds the value that this unique constraint guards. */
export function violates(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error) || !('code' in error && error.code === 'P2002') || !('meta' in error)) return false;
  return JSON.stringify(error.meta).includes(`"index":"${constraint}"`);
}
