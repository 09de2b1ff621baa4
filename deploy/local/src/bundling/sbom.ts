// Decides what the bill of materials of a service says: CycloneDX 1.6, the same bytes for the same packages.

export interface Material {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string | undefined;
}

export interface Product {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The version of Node that runs it. */
  readonly node: string;
}

export interface Component {
  readonly type: 'application' | 'library' | 'platform';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly { readonly expression: string }[];
}

export interface Sbom {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly version: 1;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
}

/** A package in the lock file, with the hash of the archive that it comes from. */
const LOCKED = /^ {2}'?([^'\s:]+)'?:\n {4}resolution: \{integrity: sha512-([^,}]+)/gm;

/** The hashes of all packages by `name@version`, in hexadecimal digits. */
export function lockedHashes(lockFile: string): ReadonlyMap<string, string> {
  const found = lockFile.matchAll(LOCKED);
  return new Map([...found].map(([, key = '', hash = '']) => [key, Buffer.from(hash, 'base64').toString('hex')]));
}

export function sbomOf(product: Product, materials: readonly Material[], hashes: ReadonlyMap<string, string>): Sbom {
  const { name, version, license, node } = product;
  const licenses = [{ expression: license }];
  const libraries = new Map(materials.map((each) => [`${each.name}@${each.version}`, each]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': `vedette-${name}`, name: `vedette-${name}`, version, licenses },
    },
    components: [
      { type: 'platform', 'bom-ref': `node@${node}`, name: 'node', version: node, purl: `pkg:generic/node@${node}` },
      ...[...libraries]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, material]) => libraryOf(key, material, hashes.get(key))),
    ],
  };
}

function libraryOf(key: string, { name, version, license }: Material, hash: string | undefined): Component {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': key,
    name,
    version,
    purl,
    ...(hash !== undefined && { hashes: [{ alg: 'SHA-512', content: hash }] }),
    ...(license !== undefined && { licenses: [{ expression: license }] }),
  };
}
