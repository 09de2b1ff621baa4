import { describe, expect, it } from '@jest/globals';
import { neededTools, testRuns } from './test-runs.ts';

describe('the runs', () => {
  it.each([
    {
      name: 'of all suites are of each project, and those that need the machine for themselves come last, one by one',
      given: [],
      runs: [
        ['--selectProjects', 'unit', '--maxWorkers=2'],
        ['--selectProjects', 'integration', '--maxWorkers=4'],
        ['--selectProjects', 'e2e', '--maxWorkers=3'],
        ['--selectProjects', 'alone', '--maxWorkers=1'],
      ],
    },
    {
      name: 'of given paths look for them in each project',
      given: ['gateway'],
      runs: [
        ['gateway', '--selectProjects', 'unit', '--maxWorkers=2'],
        ['gateway', '--selectProjects', 'integration', '--maxWorkers=4'],
        ['gateway', '--selectProjects', 'e2e', '--maxWorkers=3'],
        ['gateway', '--selectProjects', 'alone', '--maxWorkers=1'],
      ],
    },
    {
      name: 'of a given project are one',
      given: ['--selectProjects', 'neighbours'],
      runs: [['--selectProjects', 'neighbours']],
    },
  ])('$name', ({ given, runs }) => {
    expect(testRuns(given)).toEqual(runs);
  });
});

describe('the installed tools', () => {
  it.each([
    { name: 'unit tests', args: ['--selectProjects', 'unit', '--maxWorkers=2'], needed: 'none' },
    { name: 'integration suites', args: ['--selectProjects', 'integration'], needed: 'stores' },
    { name: 'suites that need the machine', args: ['--selectProjects', 'alone'], needed: 'stores and browser' },
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
