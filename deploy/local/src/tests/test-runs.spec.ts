import { describe, expect, it } from '@jest/globals';
import { testRuns } from './test-runs.ts';

describe('the runs', () => {
  it.each([
    {
      name: 'of all suites are of each project, unit tests first and end-to-end tests last',
      given: [],
      runs: [
        ['--selectProjects', 'unit', '--maxWorkers=2'],
        ['--selectProjects', 'integration', '--maxWorkers=4'],
        ['--selectProjects', 'e2e', '--maxWorkers=3'],
      ],
    },
    {
      name: 'of given paths look for them in each project',
      given: ['gateway'],
      runs: ['unit', 'integration', 'e2e'].map((project) => ['gateway', '--selectProjects', project, '--maxWorkers=2']),
    },
  ])('$name', ({ given, runs }) => {
    expect(testRuns(given)).toEqual(runs);
  });
});
