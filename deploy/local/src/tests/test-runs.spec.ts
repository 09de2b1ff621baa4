import { describe, expect, it } from '@jest/globals';
import { neededTools, testRuns } from './test-runs.ts';

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
    { name: 'unit tests', args: ['--selectProjects', 'unit', '--maxWorkers=2'], needed: 'none' },
    { name: 'integration suites', args: ['--selectProjects', 'integration'], needed: 'stores' },
    { name: 'measured attacks', args: ['--selectProjects', 'neighbours'], needed: 'stores' },
    {
      name: 'given paths in end-to-end suites',
      args: ['unit', '--selectProjects', 'e2e'],
      needed: 'stores and browser',
    },
    {
      name: 'runs of several projects',
      args: ['--selectProjects', 'e2e', 'unit'],
      needed: 'stores and browser',
    },
    {
      name: 'runs of several projects, integration first',
      args: ['--selectProjects', 'integration', 'e2e'],
      needed: 'stores and browser',
    },
    { name: 'runs of all projects', args: [], needed: 'stores and browser' },
  ])('that $name wait for: $needed', ({ args, needed }) => {
    expect(neededTools(args)).toBe(needed);
  });
});
