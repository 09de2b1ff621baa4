import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../program/paths.ts';

const DIRECTORY = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)/;

export interface BundledPackage {
  readonly directory: string;
  readonly name: string;
  readonly version: string;
  /** As its manifest names it, usually by an SPDX identifier. */
  readonly license: string | undefined;
}

/** The packages to which these files of a bundle belong, by name and version. */
export function bundledPackages(files: readonly string[]): BundledPackage[] {
  const directories = new Map<string, string>();
  for (const file of files) {
    const [directory, name] = DIRECTORY.exec(file) ?? [];
    if (directory !== undefined && name !== undefined) directories.set(inRoot(directory), name);
  }
  return [...directories].map(([directory, name]) => {
    const manifest = readFileSync(join(directory, 'package.json'), 'utf8');
    const { version, license } = JSON.parse(manifest) as { version: string; license?: string };
    return { directory, name, version, license };
  });
}
