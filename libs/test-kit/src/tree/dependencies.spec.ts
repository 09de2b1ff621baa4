import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inRepository } from '../repository.ts';

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

const manifests = globSync('{.,libs/*,services/*,deploy,deploy/local,k8s,e2e}/package.json', { cwd: inRepository('') });
const workspace = readFileSync(inRepository('pnpm-workspace.yaml'), 'utf8');

const EXACT = /^(?:workspace:\*|catalog:|\d+\.\d+\.\d+(?:-[\w.]+)?)$/;

/** The lines below a key of the workspace's file, as names and values. */
function section(text: string, key: string): [string, string][] {
  const [, rest = ''] = text.split(`\n${key}:\n`);
  const lines = rest.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('  '));
  return lines.slice(0, end).map((line) => {
    const [name = '', value = ''] = line.trim().replaceAll("'", '').split(': ');
    return [name, value];
  });
}

const inexact = (versions: readonly (readonly [string, string])[]): string[] =>
  versions.filter(([, version]) => !EXACT.test(version)).map(([name]) => name);

describe('dependencies', () => {
  it('are found', () => {
    expect(manifests.length).toBeGreaterThan(20);
    expect(section(workspace, 'catalog').length).toBeGreaterThan(10);
  });

  it.each(['^1.0.0', '~1.0.0', '>=1', 'latest', '*', '1', '1.x', 'workspace:^'])('are not exact as %s', (version) => {
    expect(inexact([['a', version]])).toEqual(['a']);
  });

  it('have exact versions', () => {
    const ranges = manifests.flatMap((file) => {
      const { dependencies, devDependencies } = JSON.parse(readFileSync(inRepository(file), 'utf8')) as Manifest;
      return inexact(Object.entries({ ...dependencies, ...devDependencies })).map((name) => `${name} in ${file}`);
    });
    expect([...ranges, ...inexact(section(workspace, 'catalog'))]).toEqual([]);
  });

  it('run no install script unless it is allowed by name', () => {
    const allowed = section(workspace, 'allowBuilds').filter(([, value]) => value !== 'false');
    expect(allowed).toEqual([['node', 'true']]);
    expect(workspace).not.toMatch(/dangerouslyAllowAllBuilds/);
  });
});
