// Removes from a deployed service what a running one never reads. The Dockerfile runs it: node prune.ts <directory>

import { readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Of the service and of our libs: what the built code, the migrations and the assets were made from. */
const SOURCES = /^(?:src|test|tsconfig\.json|prisma\.config\.ts|schema\.prisma|pnpm-(?:lock|workspace)\.yaml)$/;
const OUR_PACKAGE = /^(?:|prisma|@vedette\/[^/]+)$/;

/** Of every package: what only editors, compilers and debuggers read. Licences stay, as they must. */
const UNREAD = /(?:\.map|\.d\.[cm]?ts|\.tsbuildinfo|\.md|\.markdown|\.flow)$/i;

/** Prisma ships a query compiler a database and a size, 65 MB of them; the clients load one. */
const COMPILER = /^query_compiler_/;
const LOADED_COMPILER = /^query_compiler_fast_bg\.postgresql\.(?:wasm-base64\.)?mjs$/;

export async function prune(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const unread = entries.filter(
    (entry) => !entry.isSymbolicLink() && isUnread(entry.name, relative(directory, entry.parentPath)),
  );
  await Promise.all(unread.map(({ parentPath, name }) => rm(join(parentPath, name), { recursive: true, force: true })));
}

/** `parent` is the path of the directory that holds it, from the root of the deployed service. */
export function isUnread(name: string, parent: string): boolean {
  const inPackage = parent.split('node_modules/').at(-1) ?? '';
  if (OUR_PACKAGE.test(inPackage) && SOURCES.test(name)) return true;
  if (inPackage === '@types') return true;
  if (inPackage === '@prisma/client/runtime' && COMPILER.test(name)) return !LOADED_COMPILER.test(name);
  return UNREAD.test(name);
}

if (import.meta.main) {
  const [directory] = process.argv.slice(2);
  if (directory === undefined) {
    process.stderr.write('usage: node prune.ts <directory of a deployed service>\n');
    process.exitCode = 1;
  } else await prune(directory);
}
