// Decides what `pnpm test:<part>` runs, and which variables carry its options to the suites.

import { LocalError } from '@vedette/local-stores';

interface Part {
  readonly jestArgs: readonly string[];
  /** What the value of each option must be. */
  readonly options: Readonly<Record<string, 'number' | 'text'>>;
}

const folder = (name: string): readonly string[] => ['--testPathPatterns', `/e2e/${name}/`];

function neighbours(suite: string): Part {
  const jestArgs = ['--selectProjects', 'neighbours', '--testPathPatterns', `/${suite}.attack-spec`];
  return { jestArgs, options: { seconds: 'number', only: 'text' } };
}

/** Suites that also run alone. */
const PARTS: Readonly<Record<string, Part>> = {
  attacks: { jestArgs: folder('attacks'), options: { seed: 'number', cases: 'number' } },
  console: { jestArgs: folder('console'), options: {} },
  faults: { jestArgs: folder('faults'), options: { seed: 'number', faults: 'number' } },
  simulation: { jestArgs: folder('simulation'), options: { seed: 'number', seconds: 'number' } },
};

/** Parts with a flag, and what they run then: suites that measure, and that no other run has. */
const MEASURED: Readonly<Record<string, Part>> = {
  'attacks --neighbours': neighbours('neighbours'),
  'attacks --planted': neighbours('planted'),
};

const FLAG = '--part';

export interface TestPart {
  readonly jestArgs: readonly string[];
  /** `e2e/support/suite-config.ts` reads them. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The part that the arguments name, or undefined if they name none. */
export function partOf(args: readonly string[]): TestPart | undefined {
  const [flag, name = '', ...rest] = args;
  if (flag !== FLAG) return undefined;
  const measured = MEASURED[`${name} ${rest[0]}`];
  if (measured !== undefined) return withOptions(`${name} ${rest[0]}`, measured, rest.slice(1));
  const part = PARTS[name];
  if (part === undefined) {
    throw new LocalError(`There is no part ${name} of the tests: the parts are ${Object.keys(PARTS).join(', ')}.`);
  }
  return withOptions(name, part, rest);
}

function withOptions(name: string, { jestArgs, options }: Part, given: readonly string[]): TestPart {
  const names = Object.keys(options);
  const shown = names.map((option) => `--${option} ${options[option] === 'number' ? 'N' : 'NAME'}`);
  const known = names.length > 0 ? `its options are ${shown.join(' and ')}` : 'it has no options';
  const variables: Record<string, string> = {};
  for (const [option, value] of pairsOf(given)) {
    const kind = options[option.slice(2)];
    if (!option.startsWith('--') || kind === undefined) {
      throw new LocalError(`\`pnpm test:${name}\` does not know ${option}: ${known}.`);
    }
    if (kind === 'number' && !/^\d{1,15}$/.test(value)) {
      throw new LocalError(`${option} needs a whole number, not "${value}": ${known}.`);
    }
    if (value === '') throw new LocalError(`${option} needs a name: ${known}.`);
    variables[`VEDETTE_TEST_${option.slice(2).toUpperCase()}`] = value;
  }
  return { jestArgs, variables };
}

/** Options and their values, from `--name value` and `--name=value`. */
function pairsOf(args: readonly string[]): [option: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let i = 0; i < args.length; i += 1) {
    const [option = '', joined] = (args[i] ?? '').split('=', 2);
    if (joined === undefined) i += 1;
    pairs.push([option, joined ?? args[i] ?? '']);
  }
  return pairs;
}
