// Applies one migration and records it: in one transaction, or, if its file says so, as one statement outside of any.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Migration } from './migrations.ts';

/**
 * Longest wait for a lock on a table. Every statement of the running service on that table queues behind a waiting
 * migration, so the migration gives up and tries again.
 */
const LOCK_TIMEOUT_MS = 3_000;
const LOCK_ATTEMPTS = 20;
const LOCK_PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

export async function applyMigration(client: pg.Client, schema: string, migration: Migration): Promise<void> {
  if (migration.isTransactional) await applyInTransaction(client, migration);
  else await applyAlone(client, schema, migration);
}

async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const startedAt = new Date();
    await client.query('BEGIN');
    try {
      await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await client.query(migration.sql);
      await record(client, migration, startedAt);
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if (!isLockTimeout(error) || attempt === LOCK_ATTEMPTS) {
        throw new Error(`Migration ${migration.name} failed and was rolled back`, { cause: error });
      }
    }
    await sleep(LOCK_PAUSE_MS);
  }
}

/** For CREATE INDEX CONCURRENTLY and its like, which wait for old transactions without blocking anyone. */
async function applyAlone(client: pg.Client, schema: string, migration: Migration): Promise<void> {
  const startedAt = new Date();
  try {
    if (!/\bIF (?:NOT )?EXISTS\b/i.test(migration.sql)) throw new Error('it must say IF EXISTS or IF NOT EXISTS');
    await dropInvalidIndex(client, schema, migration.sql);
    // The extended protocol takes one statement; several would share a transaction.
    const statement: pg.QueryConfig & { queryMode: 'extended' } = { text: migration.sql, queryMode: 'extended' };
    await client.query(statement);
    await record(client, migration, startedAt);
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed; it can be repeated`, { cause: error });
  }
}

/** An index whose building was interrupted stays behind, is not used, and makes IF NOT EXISTS skip the next attempt. */
async function dropInvalidIndex(client: pg.Client, schema: string, sql: string): Promise<void> {
  const name = nameOfIndex(sql);
  if (name === undefined) return;
  const { rowCount } = await client.query(
    `SELECT FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = $1 AND relname = $2 AND NOT indisvalid`,
    [schema, name],
  );
  if (rowCount !== 0) await client.query(`DROP INDEX CONCURRENTLY ${pg.escapeIdentifier(name)}`);
}

/** The index that the statement creates, or undefined. One pattern for all of it takes 20 s to prove linear. */
function nameOfIndex(sql: string): string | undefined {
  const words = sql.split(/\s+/);
  const phrase = ['INDEX', 'CONCURRENTLY', 'IF', 'NOT', 'EXISTS'];
  const start = words.findIndex((_, at) => phrase.every((word, i) => words[at + i]?.toUpperCase() === word));
  const [, name] = /^"?(\w+)/.exec(words[start + phrase.length] ?? '') ?? [];
  return start === -1 ? undefined : name;
}

async function record(client: pg.Client, { name, checksum }: Migration, startedAt: Date): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, $4, now(), 1)`,
    [randomUUID(), checksum, name, startedAt],
  );
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}
