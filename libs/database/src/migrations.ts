import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** False for a file headed `-- no transaction`: one statement that must not run inside one, and may be repeated. */
  readonly isTransactional: boolean;
}

export interface ServiceMigrations {
  readonly schema: string;
  readonly migrations: readonly Migration[];
}

interface Manifest {
  /** Libs that keep tables in the service's schema, by package name. */
  readonly vedette?: { readonly migrations?: readonly string[] };
}

/** The migrations of a service, in Prisma's layout: first those of the libs that its manifest names, then its own. */
export async function loadMigrations(serviceDirectory: string): Promise<ServiceMigrations> {
  const directories = await migrationDirectories(serviceDirectory);
  const migrations = await Promise.all(directories.map((each) => readDirectory(join(serviceDirectory, each))));
  return { schema: schemaOf(serviceDirectory), migrations: migrations.flat() };
}

/** Returns the directories of a service's migrations, in the order in which they are applied. */
export async function migrationDirectories(serviceDirectory: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(serviceDirectory, 'package.json'), 'utf8')) as Manifest;
  const ofLibs = (manifest.vedette?.migrations ?? []).map((lib) => join('node_modules', lib, 'migrations'));
  return [...ofLibs, join('prisma', 'migrations')];
}

export function schemaOf(serviceDirectory: string): string {
  return basename(serviceDirectory).replaceAll('-', '_');
}

async function readDirectory(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => existsSync(join(directory, name, 'migration.sql')));
  return Promise.all(
    names.toSorted().map(async (name) => {
      const sql = await readFile(join(directory, name, 'migration.sql'), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name, sql, checksum, isTransactional: !sql.startsWith('-- no transaction\n') };
    }),
  );
}
