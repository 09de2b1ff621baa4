// Decides what `pnpm test:<part>` runs, and which variables carry its options to the suites.

import { LocalError } from '@vedette/local-stores';

/** Suites in a folder of `e2e` that also run alone, each with its options; all options are whole numbers. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  attacks: ['seed', 'cases'],
  console: [],
  faults: ['seed', 'faults'],
  simulation: ['seed', 'seconds'],
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
  const options = PARTS[name];
  if (options === undefined) {
    throw new LocalError(`There is no part ${name} of the tests: the parts are ${Object.keys(PARTS).join(', ')}.`);
  }
  const known =
    options.length > 0
      ? `its options are ${options.map((option) => `--${option} N`).join(' and ')}`
      : 'it has no options';
  const variables: Record<string, string> = {};
  for (const [option, value] of pairsOf(rest)) {
    if (!options.some((each) => `--${each}` === option)) {
      throw new LocalError(`\`pnpm test:${name}\` does not know ${option}: ${known}.`);
    }
    if (!/^\d{1,15}$/.test(value)) {
      throw new LocalError(`${option} needs a whole number, not "${value}": ${known}.`);
    }
    variables[`VEDETTE_TEST_${option.slice(2).toUpperCase()}`] = value;
  }
  return { jestArgs: ['--testPathPatterns', `/e2e/${name}/`], variables };
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
