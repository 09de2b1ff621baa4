import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './paths.ts';

const PACKAGE = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)/;
const RULE = '-'.repeat(80);

interface Manifest {
  readonly version: string;
  readonly license?: string;
}

/** The licences of the packages to which these files belong, as most of them ask for where their code is passed on. */
export function licencesOf(files: readonly string[]): string {
  const directories = new Map<string, string>();
  for (const file of files) {
    const [directory, name] = PACKAGE.exec(file) ?? [];
    if (directory !== undefined && name !== undefined) directories.set(directory, name);
  }
  const entries = [...directories].map(([directory, name]) => licenceOf(inRoot(directory), name));
  return entries.toSorted().join(`\n${RULE}\n\n`);
}

function licenceOf(directory: string, name: string): string {
  const { version, license = 'no licence named' } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  ) as Manifest;
  const texts = globSync('{LICEN[CS]E,licen[cs]e,NOTICE,COPYING}*', { cwd: directory, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.js'))
    .map(({ name: file }) => readFileSync(join(directory, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts, ''].join('\n\n');
}
