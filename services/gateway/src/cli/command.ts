import type { Connections } from './connections.ts';
import type { Option, Options, Values } from './option.ts';

/** The output of a command, with the same content for programs and for people. */
export type Outcome =
  | { readonly kind: 'answer'; readonly json: unknown; readonly text: string }
  | { readonly kind: 'refusal'; readonly sentence: string };

export function answer(json: unknown, text: string): Outcome {
  return { kind: 'answer', json, text };
}

export function refuse(sentence: string): Outcome {
  return { kind: 'refusal', sentence };
}

export interface Context {
  readonly connections: Connections;
  readonly now: Date;
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

/** A command with its options parsed; `run` is bound to their values. */
export type Reading =
  | { readonly ok: true; readonly run: (context: Context) => Promise<Outcome> }
  | { readonly ok: false; readonly sentence: string };

export interface Command extends Omit<Definition<Options>, 'run'> {
  /** Parses the texts from the command line, by option name. */
  readonly read: (texts: ReadonlyMap<string, string>, now: Date) => Reading;
}

export interface Group {
  readonly name: string;
  readonly about: string;
  readonly commands: readonly Command[];
}

export function command<O extends Options>(definition: Definition<O>): Command {
  const { name, about, example, options, run } = definition;
  const read: Command['read'] = (texts, now) => {
    const values: [string, unknown][] = [];
    for (const [key, option] of Object.entries(options)) {
      const text = texts.get(key);
      if (text === undefined) {
        values.push([key, option.fallback]);
        continue;
      }
      const parsed = option.read(text, now);
      if (!parsed.ok) return { ok: false, sentence: `${labelOf(key, option)} must be ${parsed.expected}.` };
      values.push([key, parsed.value]);
    }
    // Each value was parsed by the option of the same name, so the type holds.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const given = Object.fromEntries(values) as Values<O>;
    return { ok: true, run: (context) => run(given, context) };
  };
  return { name, about, example, options, read, ...(definition.details && { details: definition.details }) };
}

export function labelOf(key: string, option: Option<unknown>): string {
  return option.isPositional ? option.placeholder : `--${key}`;
}
