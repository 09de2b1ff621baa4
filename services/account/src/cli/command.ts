import type { Actor } from '@vedette/contract';
import type { DoctorSettings } from './config.ts';
import { OrganizationRepository } from '../organizations/organization.repository.ts';
import type { Connections } from './connections.ts';
import { quoted, type Options, type Values } from './option.ts';

/** The output of a command, with the same content for programs and for people. */
export type Outcome =
  | { readonly kind: 'answer'; readonly json: unknown; readonly text: string; readonly exitCode: 0 | 1 }
  | { readonly kind: 'refusal'; readonly sentence: string }
  | { readonly kind: 'batch'; readonly answers: AsyncIterable<BatchAnswer> };

/** The exit code is 1 if the answer itself says that something is wrong. */
export function answer(json: unknown, text: string, exitCode: 0 | 1 = 0): Outcome {
  return { kind: 'answer', json, text, exitCode };
}

export function refuse(sentence: string): Outcome {
  return { kind: 'refusal', sentence };
}

export function refuseUnknownOrganization(id: string): Outcome {
  return refuse(`There is no organization ${quoted(id)}.`);
}

/** The answer to one command of a batch: what `--json` prints, or the sentence of the error. */
export interface BatchAnswer {
  readonly exitCode: 0 | 1;
  readonly answer?: unknown;
  readonly error?: string;
}

export interface Context {
  readonly connections: Connections;
  readonly version: string;
  readonly now: Date;
  readonly operator: Extract<Actor, { kind: 'operator' }>;
  readonly consoleUrl: () => string;
  readonly doctorSettings: () => DoctorSettings;
  /** Runs the commands of the standard input; undefined for a command that is itself one of them. */
  readonly batch: (() => AsyncIterable<BatchAnswer>) | undefined;
}

export interface Definition<O extends Options> {
  readonly name: string;
  /** One line for the list of commands. */
  readonly about: string;
  /** Further help for the first use. */
  readonly details?: string;
  readonly example: string;
  readonly options: O;
  readonly run: (values: Values<O>, context: Context) => Promise<Outcome>;
}

/** A command, bound to the values of its options. */
export type Run = (context: Context) => Promise<Outcome>;

export interface Command extends Omit<Definition<Options>, 'run'> {
  /** Parses the texts that the command line gives for each option. */
  readonly read: (texts: ReadonlyMap<string, readonly string[]>, now: Date) => Reading;
}

export type Reading = { readonly ok: true; readonly run: Run } | { readonly ok: false; readonly sentence: string };

/** A command stands alone, or in a group of commands about one thing. */
export type Entry = Command | Group;

export function isGroup(entry: Entry): entry is Group {
  return 'commands' in entry;
}

export interface Group {
  readonly name: string;
  readonly about: string;
  readonly commands: readonly Command[];
}

export function command<O extends Options>(definition: Definition<O>): Command {
  const { run, ...rest } = definition;
  const read: Command['read'] = (texts, now) => {
    const values: [string, unknown][] = [];
    for (const [key, option] of Object.entries(rest.options)) {
      const [text, again] = texts.get(key) ?? [];
      const label = option.isPositional ? option.placeholder : `--${key}`;
      if (again !== undefined) return { ok: false, sentence: `${label} was given twice.` };
      const parsed = text === undefined ? { ok: true as const, value: option.fallback } : option.read(text, now);
      if (!parsed.ok) return { ok: false, sentence: `${label} must be ${parsed.expected}.` };
      values.push([key, parsed.value]);
    }
    // Each value was parsed by the option of the same name, so the type holds.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const given = Object.fromEntries(values) as Values<O>;
    return { ok: true, run: async (context) => (await organizationFault(given, context)) ?? run(given, context) };
  };
  return { ...rest, read };
}

/** For every command with `--org`: the refusal of an organization that does not exist. */
async function organizationFault({ org }: Values<Options>, { connections }: Context): Promise<Outcome | undefined> {
  if (typeof org !== 'string') return undefined;
  const organizations = new OrganizationRepository(await connections.sql());
  return (await organizations.find(org)) === undefined ? refuseUnknownOrganization(org) : undefined;
}
