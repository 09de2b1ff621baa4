import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { applyMigration } from './apply-migration.ts';
import { loadMigrations, type Migration } from './migrations.ts';

/** The advisory lock of Prisma's own migrate command, so that the two never run at once. */
const ADVISORY_LOCK = 72_707_369;
const LOCK_POLL_MS = 200;

const BOOKKEEPING = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`;

/** The schema was migrated by a version whose migrations are not those of this build. */
export class OtherHistory extends Error {}

export interface MigrateOptions {
  readonly url: string;
  readonly serviceDirectory: string;
}

/** Brings a service's schema up to date and returns the names of the migrations it applied. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { schema, migrations } = await loadMigrations(options.serviceDirectory);
  const client = new pg.Client({ connectionString: options.url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await takeLock(client);
    await createSchemaIfMissing(client, schema);
    await client.query(`SET search_path TO ${pg.escapeIdentifier(schema)}`);
    await client.query(BOOKKEEPING);
    const pending = pendingMigrations(schema, migrations, await appliedMigrations(client));
    for (const migration of pending) {
      // Each migration builds on the one before.
      await applyMigration(client, schema, migration);
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * Asks again and again instead of waiting in PostgreSQL: a session that waits there holds a snapshot, and an index that
 * another migration builds concurrently would wait for it in turn.
 */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      ADVISORY_LOCK,
    ]);
    if (rows[0]?.taken === true) return;
    await sleep(LOCK_POLL_MS);
  }
}

/** A role that owns only its schema may not run CREATE SCHEMA, even if the schema exists. */
async function createSchemaIfMissing(client: pg.Client, schema: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  if (rowCount === 0) await client.query(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema)}`);
}

/** Throws unless every migration that this build knows has been applied. */
export async function assertMigrated(pool: pg.Pool, serviceDirectory: string): Promise<void> {
  const { schema, migrations } = await loadMigrations(serviceDirectory);
  const table = `${schema}._prisma_migrations`;
  const { rows } = await pool.query<{ present: boolean }>('SELECT to_regclass($1) IS NOT NULL AS present', [table]);
  const applied = rows[0]?.present === true ? await appliedMigrations(pool, table) : new Map<string, string>();
  const pending = pendingMigrations(schema, migrations, applied);
  if (pending.length > 0) {
    const names = pending.map(({ name }) => name).join(', ');
    throw new Error(`The schema ${schema} is behind this build: run the migrations first (missing: ${names})`);
  }
}

type Applied = ReadonlyMap<string, string>;

async function appliedMigrations(client: pg.Client | pg.Pool, table = '_prisma_migrations'): Promise<Applied> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    `SELECT migration_name, checksum FROM ${table} WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

function pendingMigrations(schema: string, migrations: readonly Migration[], applied: Applied): Migration[] {
  const edited = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (edited !== undefined) {
    throw new OtherHistory(`Migration ${edited.name} of schema ${schema} was edited after it had been applied`);
  }
  const pending = migrations.filter(({ name }) => !applied.has(name));
  // A schema that is only ahead of this build is fine: an older version runs on it after a rollback.
  const unknown = [...applied.keys()].find((name) => migrations.every((known) => known.name !== name));
  if (pending.length > 0 && unknown !== undefined) {
    throw new OtherHistory(`Migration ${unknown} was applied to schema ${schema}, and this build does not have it`);
  }
  return pending;
}
