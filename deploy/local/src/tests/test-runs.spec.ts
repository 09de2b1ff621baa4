import { describe, expect, it } from '@jest/globals';
import { needsTools, testRuns } from './test-runs.ts';

describe('the runs', () => {
  it.each([
    {
      name: 'of all suites are of each project, unit tests first and end-to-end tests last',
      given: [],
      runs: [
        ['--selectProjects', 'unit', '--maxWorkers=3'],
        ['--selectProjects', 'integration', '--maxWorkers=6'],
        ['--selectProjects', 'e2e', '--maxWorkers=5'],
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

describe('the installed tools', () => {
  it.each([
    { name: 'unit tests', args: ['--selectProjects', 'unit', '--maxWorkers=2'], isNeeded: false },
    { name: 'integration suites', args: ['--selectProjects', 'integration'], isNeeded: true },
    { name: 'given paths in end-to-end suites', args: ['unit', '--selectProjects', 'e2e'], isNeeded: true },
    { name: 'runs of several projects', args: ['--selectProjects', 'e2e', 'unit'], isNeeded: true },
    { name: 'runs of all projects', args: [], isNeeded: true },
  ])('are needed by $name: $isNeeded', ({ args, isNeeded }) => {
    expect(needsTools(args)).toBe(isNeeded);
  });
});
