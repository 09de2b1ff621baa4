// Puts together what the image of a service holds. The Dockerfile runs it: node assemble.ts <service> <directory>

import { cp, mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SERVICES = fileURLToPath(new URL('../../services/', import.meta.url));

/** Of the service: its programs with all their packages, and what they read. */
const PARTS = ['package.json', 'bundle', 'assets', 'prisma/migrations'];
const UNREAD = new Set(['.stamp', 'tsconfig.json']);

interface Manifest {
  readonly vedette?: { readonly migrations?: readonly string[] };
}

export async function assemble(service: string, directory: string): Promise<void> {
  const source = join(SERVICES, service);
  const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as Manifest;
  // Tables of our libs in the schema of the service.
  const migrations = (manifest.vedette?.migrations ?? []).map((lib) => join('node_modules', lib, 'migrations'));
  for (const part of [...PARTS, ...migrations].filter((path) => existsSync(join(source, path)))) {
    await mkdir(dirname(join(directory, part)), { recursive: true });
    await cp(join(source, part), join(directory, part), {
      recursive: true,
      filter: (path) => !UNREAD.has(basename(path)),
    });
  }
}

if (import.meta.main) {
  const [service, directory] = process.argv.slice(2);
  if (service === undefined || directory === undefined) {
    process.stderr.write('usage: node assemble.ts <service> <directory>\n');
    process.exitCode = 1;
  } else await assemble(service, directory);
}
