import { describe, expect, it } from '@jest/globals';
import { inRoot } from '../program/paths.ts';
import { testRuns } from './test-runs.ts';
import { globSync } from 'node:fs';

function after(flag: string, run: readonly string[]): string[] {
  const start = run.indexOf(flag);
  if (start === -1) return [];
  const rest = run.slice(start + 1);
  const end = rest.findIndex((arg) => arg.startsWith('--'));
  return end === -1 ? rest : rest.slice(0, end);
}

describe('the runs of all suites', () => {
  const runs = testRuns([]);

  it('are of each project, unit tests first and end-to-end tests last', () => {
    const projects = runs.flatMap((run) => after('--selectProjects', run));
    expect(projects).toEqual(['unit', 'integration', 'integration', 'e2e']);
  });

  it('leave out of one run of the integration suites exactly those that the other one takes', () => {
    const [, longest = [], others = []] = runs;
    const taken = after('--testPathPatterns', longest);
    expect(after('--testPathIgnorePatterns', others)).toEqual(taken);
    expect([longest, others].map((run) => run.find((arg) => arg.startsWith('--maxWorkers')))).toEqual([
      '--maxWorkers=4',
      '--maxWorkers=3',
    ]);
  });

  it('name suites that are there', () => {
    const suites = globSync('{libs,services,deploy}/*/test/**/*.int-spec.ts', { cwd: inRoot() });
    suites.push(...globSync('k8s/test/**/*.int-spec.ts', { cwd: inRoot() }));
    const [, longest = []] = runs;
    const found = after('--testPathPatterns', longest).map((part) =>
      suites.filter((path) => new RegExp(part).test(path)),
    );
    expect(found.every((paths) => paths.length > 0)).toBe(true);
  });
});

describe('the runs of given paths', () => {
  it('look for them in each project once', () => {
    expect(testRuns(['gateway'])).toEqual(
      ['unit', 'integration', 'e2e'].map((project) => ['gateway', '--selectProjects', project, '--maxWorkers=2']),
    );
  });
});
