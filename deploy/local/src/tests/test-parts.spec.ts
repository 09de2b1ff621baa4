import { describe, expect, it } from '@jest/globals';
import { partOf } from './test-parts.ts';

describe('the arguments of a test run', () => {
  const rows = [
    { name: 'no part', args: [], part: undefined },
    { name: 'a path for jest', args: ['services/gateway'], part: undefined },
    { name: 'a path that is the name of a part', args: ['faults'], part: undefined },
    {
      name: 'a part without options',
      args: ['--part', 'faults'],
      part: { jestArgs: ['--testPathPatterns', '/e2e/faults/'], variables: {} },
    },
    {
      name: 'a part with an option in each form',
      args: ['--part', 'faults', '--seed', '7', '--faults=300'],
      part: {
        jestArgs: ['--testPathPatterns', '/e2e/faults/'],
        variables: { VEDETTE_TEST_SEED: '7', VEDETTE_TEST_FAULTS: '300' },
      },
    },
    {
      name: 'the options of the attacks',
      args: ['--part', 'attacks', '--cases', '5000'],
      part: { jestArgs: ['--testPathPatterns', '/e2e/attacks/'], variables: { VEDETTE_TEST_CASES: '5000' } },
    },
    {
      name: 'the measured attacks between neighbours',
      args: ['--part', 'attacks', '--neighbours', '--seconds', '5', '--only', 'bulkMonitors'],
      part: {
        jestArgs: ['--selectProjects', 'neighbours', '--testPathPatterns', '/neighbours.attack-spec'],
        variables: { VEDETTE_TEST_SECONDS: '5', VEDETTE_TEST_ONLY: 'bulkMonitors' },
      },
    },
    {
      name: 'the faults that these attacks must find',
      args: ['--part', 'attacks', '--planted'],
      part: {
        jestArgs: ['--selectProjects', 'neighbours', '--testPathPatterns', '/planted.attack-spec'],
        variables: {},
      },
    },
    {
      name: 'the options of the simulation',
      args: ['--part', 'simulation', '--seconds', '600'],
      part: { jestArgs: ['--testPathPatterns', '/e2e/simulation/'], variables: { VEDETTE_TEST_SECONDS: '600' } },
    },
  ];
  it.each(rows)('$name', ({ args, part }) => {
    expect(partOf(args)).toEqual(part);
  });

  const refused = [
    {
      name: 'an unknown part',
      args: ['--part', 'luck'],
      sentence: 'There is no part luck of the tests: the parts are attacks, console, faults, simulation.',
    },
    {
      name: 'an unknown option',
      args: ['--part', 'faults', '--sead', '7'],
      sentence: '`pnpm test:faults` does not know --sead: its options are --seed N and --faults N.',
    },
    {
      name: 'an option of a part without options',
      args: ['--part', 'console', '--seed', '7'],
      sentence: '`pnpm test:console` does not know --seed: it has no options.',
    },
    {
      name: 'the option of another part',
      args: ['--part', 'simulation', '--faults', '7'],
      sentence: '`pnpm test:simulation` does not know --faults: its options are --seed N and --seconds N.',
    },
    {
      name: 'an option of the measured attacks without them',
      args: ['--part', 'attacks', '--only', 'bulkMonitors'],
      sentence: '`pnpm test:attacks` does not know --only: its options are --seed N and --cases N.',
    },
    {
      name: 'an unknown option of the measured attacks',
      args: ['--part', 'attacks', '--neighbours', '--cases', '7'],
      sentence: '`pnpm test:attacks --neighbours` does not know --cases: its options are --seconds N and --only NAME.',
    },
    {
      name: 'an option without its name',
      args: ['--part', 'attacks', '--neighbours', '--only'],
      sentence: '--only needs a name: its options are --seconds N and --only NAME.',
    },
    {
      name: 'an option without its number',
      args: ['--part', 'faults', '--seed'],
      sentence: '--seed needs a whole number, not "": its options are --seed N and --faults N.',
    },
    {
      name: 'a number that is none',
      args: ['--part', 'faults', '--seed', '-1'],
      sentence: '--seed needs a whole number, not "-1": its options are --seed N and --faults N.',
    },
  ];
  it.each(refused)('refuses $name', ({ args, sentence }) => {
    expect(() => partOf(args)).toThrow(sentence);
  });
});
