// Puts together what the image of a service holds. The Dockerfile runs it: node assemble.ts <service> <directory>

import { migrationDirectories } from '@vedette/database';
import { existsSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVICES = fileURLToPath(new URL('../../services/', import.meta.url));

/** The programs with all their packages, and what they read beside migrations. */
const PARTS = ['package.json', 'bundle', 'assets'];
const UNREAD = /^(?:\.stamp|tsconfig\.json)$/;
/** The gateway serves the built web app, which lies beside it. */
const BESIDE: Readonly<Record<string, string>> = { gateway: 'console' };

export async function assemble(service: string, directory: string): Promise<void> {
  const source = join(SERVICES, service);
  await copy(source, [...PARTS, ...(await migrationDirectories(source))], directory);
  const beside = BESIDE[service];
  if (beside !== undefined) await copy(join(SERVICES, beside), ['bundle'], join(dirname(directory), beside));
}

async function copy(source: string, parts: readonly string[], directory: string): Promise<void> {
  for (const part of parts.filter((path) => existsSync(join(source, path)))) {
    await mkdir(dirname(join(directory, part)), { recursive: true });
    await cp(join(source, part), join(directory, part), {
      recursive: true,
      filter: (path) => !UNREAD.test(basename(path)),
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
