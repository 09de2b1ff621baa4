import { describe, expect, it } from '@jest/globals';
import { lockedHashes, sbomOf, type Material } from './sbom.ts';

const HEX = 'ab'.repeat(64);
const LOCK_FILE = `packages:

  '@nestjs/core@12.4.2':
    resolution: {integrity: sha512-${Buffer.from(HEX, 'hex').toString('base64')}}
    peerDependencies:
      rxjs: ^7.1.0

  pg@8.23.1:
    resolution: {integrity: sha512-${Buffer.alloc(64).toString('base64')}, tarball: https://example.com/pg.tgz}

snapshots:

  pg@8.23.1:
    dependencies:
      pg-types: 2.2.0
`;

const product = { name: 'monitor', version: '0.1.0', license: 'Apache-2.0', node: '24.21.0' };
const nest: Material = { name: '@nestjs/core', version: '12.4.2', license: 'MIT' };
const pg: Material = { name: 'pg', version: '8.23.1', license: '(MIT OR Apache-2.0)' };

describe('the hashes of the lock file', () => {
  it('are those of the packages, in hexadecimal digits', () => {
    expect([...lockedHashes(LOCK_FILE)]).toEqual([
      ['@nestjs/core@12.4.2', HEX],
      ['pg@8.23.1', '00'.repeat(64)],
    ]);
  });
});

describe('a bill of materials', () => {
  it('names the service, Node, and each package once', () => {
    const { metadata, components } = sbomOf(product, [pg, nest, pg], lockedHashes(LOCK_FILE));
    expect(metadata.component).toMatchObject({ type: 'application', name: 'vedette-monitor', version: '0.1.0' });
    expect(components.map((each) => each['bom-ref'])).toEqual(['node@24.21.0', '@nestjs/core@12.4.2', 'pg@8.23.1']);
  });

  it('says of a package where it comes from, by which archive, and under which licence', () => {
    const [, library] = sbomOf(product, [nest], lockedHashes(LOCK_FILE)).components;
    expect(library).toEqual({
      type: 'library',
      'bom-ref': '@nestjs/core@12.4.2',
      name: '@nestjs/core',
      version: '12.4.2',
      purl: 'pkg:npm/%40nestjs/core@12.4.2',
      hashes: [{ alg: 'SHA-512', content: HEX }],
      licenses: [{ expression: 'MIT' }],
    });
  });

  it('keeps two versions of one package apart', () => {
    const { components } = sbomOf(product, [pg, { ...pg, version: '7.0.0' }], new Map());
    expect(components.slice(1).map(({ version }) => version)).toEqual(['7.0.0', '8.23.1']);
  });

  it('leaves out a licence and a hash that nobody knows', () => {
    const [, library] = sbomOf(product, [{ ...pg, license: undefined }], new Map()).components;
    expect(library).not.toHaveProperty('licenses');
    expect(library).not.toHaveProperty('hashes');
  });

  it('is the same for the same packages in any order', () => {
    const hashes = lockedHashes(LOCK_FILE);
    expect(JSON.stringify(sbomOf(product, [nest, pg], hashes))).toBe(
      JSON.stringify(sbomOf(product, [pg, nest], hashes)),
    );
  });
});
