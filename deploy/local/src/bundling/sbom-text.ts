import { readFileSync } from 'node:fs';
import type { BundledPackage } from './bundled-packages.ts';
import { inRoot } from '../program/paths.ts';
import { lockedHashes, sbomOf } from './sbom.ts';

/** The bill of materials of a bundle, as it is put beside its programs. */
export function sbomText(name: string, packages: readonly BundledPackage[]): string {
  const { version, license, devDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
    version: string;
    license: string;
    devDependencies: { node: string };
  };
  const hashes = lockedHashes(readFileSync(inRoot('pnpm-lock.yaml'), 'utf8'));
  return `${JSON.stringify(sbomOf({ name, version, license, node: devDependencies.node }, packages, hashes), null, 2)}\n`;
}
