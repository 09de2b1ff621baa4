import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundledPackage } from './bundled-packages.ts';

const RULE = '-'.repeat(80);

/** The licences of these packages, as most of them ask for where their code is passed on. */
export function licencesOf(packages: readonly BundledPackage[]): string {
  return packages.map(licenceOf).toSorted().join(`\n${RULE}\n\n`);
}

function licenceOf({ directory, name, version, license = 'no licence named' }: BundledPackage): string {
  const texts = globSync('{LICEN[CS]E,licen[cs]e,NOTICE,COPYING}*', { cwd: directory, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.js'))
    .map(({ name: file }) => readFileSync(join(directory, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts, ''].join('\n\n');
}
