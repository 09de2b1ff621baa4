import type { ServiceName } from '@vedette/local-stores';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { assemble } from '../../image/assemble.ts';

export interface Deployed {
  /** Named like the service, as in the image. */
  readonly directory: string;
  remove(): Promise<void>;
}

/** Makes the directory that the Dockerfile copies into the image, by the same program. */
export async function deployService(service: ServiceName): Promise<Deployed> {
  const parent = await mkdtemp(join(tmpdir(), 'vedette-image-'));
  const directory = join(parent, service);
  await assemble(service, directory);
  return { directory, remove: () => rm(parent, { recursive: true, force: true }) };
}

/** What the image's command `node bundle/migrate.js .` prints. */
export async function migrateDeployed(directory: string, databaseUrl: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['bundle/migrate.js', '.'], {
    cwd: directory,
    env: { DATABASE_URL: databaseUrl },
  });
  return stdout;
}

export async function megabytesIn(directory: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000_000;
}
