import type { Variable } from './variable.ts';

export type Declaration = Readonly<Record<string, Variable<unknown>>>;

export type Config<D extends Declaration> = {
  readonly [K in keyof D]: D[K] extends Variable<infer T> ? T : never;
};

export type Environment = Readonly<Record<string, string | undefined>>;

export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The environment does not fit:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** Reads every declared variable, or throws one error that names all missing and wrong ones. */
export function readConfig<D extends Declaration>(declaration: D, environment: Environment): Config<D> {
  const faults: string[] = [];
  const entries = Object.entries(declaration).map(([key, variable]) => {
    const raw = environment[variable.name];
    if (raw === undefined || raw === '') {
      if (variable.required) faults.push(`${variable.name} is required: ${variable.about}`);
      return [key, variable.fallback];
    }
    const parsed = variable.parse(raw);
    if (parsed.ok) return [key, parsed.value];
    const got = variable.secret ? '' : `, not "${raw}"`;
    faults.push(`${variable.name} must be ${parsed.expected}${got}`);
    return [key, undefined];
  });
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.fromEntries(entries) as Config<D>;
}
