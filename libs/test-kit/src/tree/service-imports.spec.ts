import { describe, expect, it } from '@jest/globals';
import { SERVICES } from '@vedette/local-stores';
import { globSync, readFileSync } from 'node:fs';
import { inRepository } from '../repository.ts';

const outside = globSync('{e2e,deploy,k8s}/**/*.ts', {
  cwd: inRepository(''),
  exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
});

const read = (path: string): string => readFileSync(inRepository(path), 'utf8');

function importsOf(source: string): string[] {
  return [...source.matchAll(/\b(?:from|import)\s*\(?\s*['"`]([^'"`]+)['"`]/g)].map((match) => match[1] ?? '');
}

interface Folder {
  readonly folder: string;
  /** Whether its files may import this export of a service's package. */
  readonly mayUse: (name: string) => boolean;
}

/** The first that fits a file counts. */
const FOLDERS: readonly Folder[] = [
  // Simulations compose rules of services. Apart from the configuration, packages export only rules (see below).
  { folder: 'e2e/simulation/', mayUse: (name) => name !== 'config' },
  { folder: 'e2e/', mayUse: () => false },
  { folder: 'deploy/', mayUse: (name) => name === 'config' },
  { folder: 'k8s/', mayUse: () => false },
];

const OF_SERVICE = new RegExp(`^@vedette/(?:${SERVICES.join('|')})(?:/(.*))?$`);

/** Imports of parts of services that the file may not use. */
function forbidden(file: string, imports: readonly string[]): string[] {
  const own = FOLDERS.find(({ folder }) => file.startsWith(folder));
  return imports.filter((path) => {
    if (path.includes('services/')) return true;
    const [whole, name = ''] = OF_SERVICE.exec(path) ?? [];
    return whole !== undefined && own?.mayUse(name) !== true;
  });
}

describe('code outside of the services', () => {
  it('is found', () => {
    expect(outside.length).toBeGreaterThan(100);
    expect(outside.every((file) => FOLDERS.some(({ folder }) => file.startsWith(folder)))).toBe(true);
  });

  it.each([
    { file: 'e2e/a.e2e-spec.ts', name: '../services/monitor/src/uptime/uptime.ts', isAllowed: false },
    { file: 'e2e/a.e2e-spec.ts', name: '@vedette/monitor/check-slots', isAllowed: false },
    { file: 'e2e/a.e2e-spec.ts', name: '@vedette/test-kit', isAllowed: true },
    { file: 'e2e/support/a.ts', name: '@vedette/gateway', isAllowed: false },
    { file: 'e2e/bench/support/a.ts', name: '@vedette/checker-worker/capacity', isAllowed: false },
    { file: 'e2e/simulation/a.spec.ts', name: '@vedette/checker-worker/capacity', isAllowed: true },
    { file: 'e2e/simulation/a.spec.ts', name: '@vedette/monitor/config', isAllowed: false },
    { file: 'e2e/simulation/a.spec.ts', name: '../../services/monitor/src/monitors/check-target.ts', isAllowed: false },
    { file: 'deploy/test/a.int-spec.ts', name: '@vedette/incident/config', isAllowed: true },
    { file: 'deploy/test/a.int-spec.ts', name: '@vedette/monitor/check-slots', isAllowed: false },
  ])('$name may be imported by $file: $isAllowed', ({ file, name, isAllowed }) => {
    expect(forbidden(file, [name])).toEqual(isAllowed ? [] : [name]);
  });

  it.each(outside)('%s imports only what its folder may from services', (file) => {
    expect(forbidden(file, importsOf(read(file)))).toEqual([]);
  });
});

describe.each(SERVICES)('the package of %s', (service) => {
  const { exports } = JSON.parse(read(`services/${service}/package.json`)) as {
    exports: Record<string, { source: string }>;
  };

  it.each(Object.values(exports))('shows only its configuration and rules: $source', ({ source }) => {
    const isRule = read(`services/${service}/${source}`).startsWith('// Decides ');
    expect(isRule || source === './src/config.ts').toBe(true);
  });
});

describe('the linter, which keeps services apart', () => {
  const lists = [...read('.oxlintrc.json').matchAll(/\(\?:(gateway\|[a-z|-]+)\)/g)].map(([, names = '']) =>
    names.split('|'),
  );
  const packages = globSync('services/*/package.json', { cwd: inRepository('') }).map(
    (path) => path.split('/')[1] ?? '',
  );

  it('has lists of services', () => {
    expect(lists.length).toBeGreaterThan(0);
    expect(packages).toEqual(expect.arrayContaining([...SERVICES]));
  });

  it.each(lists.map((names, index) => ({ names, place: index + 1 })))(
    'names every package of services in its list number $place',
    ({ names }) => {
      expect(packages.filter((name) => !names.includes(name))).toEqual([]);
    },
  );
});
