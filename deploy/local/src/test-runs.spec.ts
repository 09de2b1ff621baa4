import { describe, expect, it } from '@jest/globals';
import { testRuns } from './test-runs.ts';

describe('the runs of the tests', () => {
  it('are of each kind, unit tests first and end-to-end tests last', () => {
    expect(testRuns([])).toEqual([
      ['--selectProjects', 'unit', '--maxWorkers=2'],
      ['--selectProjects', 'integration', '--maxWorkers=4'],
      ['--selectProjects', 'e2e', '--maxWorkers=3'],
    ]);
  });

  it('look for given paths in each of them', () => {
    expect(testRuns(['gateway']).map(([path]) => path)).toEqual(['gateway', 'gateway', 'gateway']);
  });
});
