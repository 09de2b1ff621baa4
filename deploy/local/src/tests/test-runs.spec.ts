import { describe, expect, it } from '@jest/globals';
import { needsTools, testRuns } from './test-runs.ts';

describe('the runs', () => {
  it.each([
    {
      name: 'of all suites are of each project, unit tests behind the others and end-to-end tests last',
      given: [],
      runs: [
        { args: ['--selectProjects', 'unit', '--maxWorkers=1'], isBehindOthers: true },
        { args: ['--selectProjects', 'integration', '--maxWorkers=6'], isBehindOthers: false },
        { args: ['--selectProjects', 'e2e', '--maxWorkers=5'], isBehindOthers: false },
      ],
    },
    {
      name: 'of given paths look for them in each project',
      given: ['gateway'],
      runs: ['unit', 'integration', 'e2e'].map((project) => ({
        args: ['gateway', '--selectProjects', project, '--maxWorkers=2'],
        isBehindOthers: false,
      })),
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
