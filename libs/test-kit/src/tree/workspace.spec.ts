import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inRepository } from '../repository.ts';

interface Manifest {
  readonly name: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

/** The packages of the workspace that each of them depends on, also for its tests: pnpm looks at both. */
function workspace(): Map<string, string[]> {
  const manifests = globSync('{libs/*,services/*,deploy,deploy/local,k8s,e2e}/package.json', { cwd: inRepository('') });
  return new Map(
    manifests.map((file) => {
      const { name, dependencies, devDependencies } = JSON.parse(readFileSync(inRepository(file), 'utf8')) as Manifest;
      const all = Object.entries({ ...dependencies, ...devDependencies });
      return [name, all.flatMap(([needed, version]) => (version.startsWith('workspace:') ? [needed] : []))];
    }),
  );
}

/** The packages that remain when those without a dependency among the rest are taken away again and again. */
function inCycles(needs: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(needs);
  for (let before = Infinity; left.size < before;) {
    before = left.size;
    for (const [name, needed] of left) if (!needed.some((each) => left.has(each))) left.delete(name);
  }
  return [...left.keys()];
}

describe('the packages of the workspace', () => {
  it.each([
    { name: 'a chain', needs: { a: ['b'], b: ['c'], c: [] }, cyclic: [] },
    { name: 'two that need each other', needs: { a: ['b'], b: ['a'], c: [] }, cyclic: ['a', 'b'] },
    { name: 'one that needs itself', needs: { a: ['a'] }, cyclic: ['a'] },
  ])('are told apart: $name', ({ needs, cyclic }) => {
    expect(inCycles(new Map(Object.entries(needs)))).toEqual(cyclic);
  });

  it('are found', () => {
    expect(workspace().size).toBeGreaterThan(15);
  });

  it('do not depend on each other in a circle, which pnpm would warn about', () => {
    expect(inCycles(workspace())).toEqual([]);
  });
});
