import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import type { StatementNames } from './statement-names.ts';

/** Lets Prisma share the service's pool and prepare each statement once per connection. */
export function prismaAdapter(pool: pg.Pool, schema: string, names: StatementNames): PrismaPg {
  return new PrismaPg(pool, { schema, statementNameGenerator: ({ sql }) => names.of(sql) });
}

/** True if a write failed because another row holds the value that this unique constraint guards. */
export function violates(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error) || !('code' in error && error.code === 'P2002') || !('meta' in error)) return false;
  return JSON.stringify(error.meta).includes(`"index":"${constraint}"`);
}
