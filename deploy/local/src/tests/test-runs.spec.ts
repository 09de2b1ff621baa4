import { describe, expect, it } from '@jest/globals';
import { testRuns } from './test-runs.ts';

describe('the runs of jest', () => {
  it('are of unit tests first, and of all other suites together', () => {
    expect(testRuns([])).toEqual([
      ['--selectProjects', 'unit', '--maxWorkers=2'],
      ['--selectProjects', 'integration', 'e2e', '--maxWorkers=3'],
    ]);
  });

  it('look for given paths in each project once', () => {
    expect(testRuns(['gateway'])).toEqual([
      ['gateway', '--selectProjects', 'unit', '--maxWorkers=2'],
      ['gateway', '--selectProjects', 'integration', 'e2e', '--maxWorkers=3'],
    ]);
  });
});
