// Decides what a command line asks for: help, one command with its values, or nothing that we know.
import { parseArgs } from 'node:util';
import { labelOf, type Command, type Context, type Group, type Outcome } from './command.ts';
import { allOf, oneOf, quoted, type Options } from './option.ts';

export type Invocation =
  | { readonly kind: 'help'; readonly group?: Group; readonly command?: Command }
  | { readonly kind: 'run'; readonly run: (context: Context) => Promise<Outcome> }
  | { readonly kind: 'fault'; readonly sentence: string };

export interface CommandLine {
  readonly isJson: boolean;
  readonly invocation: Invocation;
}

const jsonFlag = '--json';
const helpFlags = new Set(['--help', '-h']);
const isFlag = (arg: string): boolean => arg === jsonFlag || helpFlags.has(arg);

export function parseCommandLine(args: readonly string[], groups: readonly Group[], now: Date): CommandLine {
  const { words, flags, rest } = split(args);
  // What follows `--` is never a flag.
  const end = rest.indexOf('--');
  const all = [...flags, ...(end === -1 ? rest : rest.slice(0, end))];
  return {
    isJson: all.includes(jsonFlag),
    invocation: resolve(
      words,
      rest,
      all.some((arg) => helpFlags.has(arg)),
      groups,
      now,
    ),
  };
}

interface Split {
  readonly words: readonly string[];
  readonly flags: readonly string[];
  readonly rest: readonly string[];
}

/** The group and the command come first; flags may stand before and between them. */
function split(args: readonly string[]): Split {
  const words: string[] = [];
  const flags: string[] = [];
  let at = 0;
  for (; at < args.length && words.length < 2; at += 1) {
    const arg = args[at] ?? '';
    if (isFlag(arg)) flags.push(arg);
    else if (arg.startsWith('-')) break;
    else words.push(arg);
  }
  return { words, flags, rest: args.slice(at) };
}

function resolve(
  [groupName, commandName]: readonly string[],
  rest: readonly string[],
  isHelp: boolean,
  groups: readonly Group[],
  now: Date,
): Invocation {
  if (groupName === undefined) return rest.length === 0 || isHelp ? { kind: 'help' } : misplaced('vedette', rest);
  const group = groups.find(({ name }) => name === groupName);
  if (group === undefined) {
    return fault(`Unknown command ${quoted(groupName)}: it must be ${oneOf(groups.map(({ name }) => name))}.`);
  }
  if (commandName === undefined) {
    return rest.length === 0 || isHelp ? { kind: 'help', group } : misplaced(`vedette ${group.name}`, rest);
  }
  const command = group.commands.find(({ name }) => name === commandName);
  if (command === undefined) {
    const known = oneOf(group.commands.map(({ name }) => name));
    return fault(`Unknown command ${quoted(`${groupName} ${commandName}`)}: after ${groupName} comes ${known}.`);
  }
  return isHelp ? { kind: 'help', group, command } : bind(`vedette ${group.name} ${command.name}`, command, rest, now);
}

function bind(title: string, command: Command, rest: readonly string[], now: Date): Invocation {
  const texts = collect(title, command.options, rest);
  if (typeof texts === 'string') return fault(texts);
  const missing = Object.entries(command.options)
    .filter(([key, option]) => option.isRequired && !texts.has(key))
    .map(([key, option]) => labelOf(key, option));
  if (missing.length > 0) return fault(`${title} needs ${allOf(missing)}.`);
  const reading = command.read(texts, now);
  return reading.ok ? { kind: 'run', run: reading.run } : fault(reading.sentence);
}

/** The texts by the names of their options, or the sentence that says what is wrong. */
function collect(title: string, options: Options, rest: readonly string[]): ReadonlyMap<string, string> | string {
  const named = Object.keys(options).filter((key) => options[key]?.isPositional === false);
  const positional = Object.keys(options).filter((key) => options[key]?.isPositional === true);
  const texts = new Map<string, string>();
  const { tokens } = parseArgs({
    args: [...rest],
    options: { ...Object.fromEntries(named.map((key) => [key, { type: 'string' }])), json: { type: 'boolean' } },
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      const key = positional.find((candidate) => !texts.has(candidate));
      if (key === undefined) return `Unexpected argument ${quoted(token.value)} after ${title}.`;
      texts.set(key, token.value);
      continue;
    }
    const { name, rawName, value, inlineValue } = token;
    if (rawName === jsonFlag && value === undefined) continue;
    if (rawName === jsonFlag) return '--json takes no value.';
    if (!named.includes(name) || rawName !== `--${name}`) return unknownOption(title, rawName, named);
    // A value that begins with a dash is more likely the next option; with an equals sign it is meant.
    if (value === undefined || (!inlineValue && value.startsWith('-'))) return `${rawName} needs a value.`;
    if (texts.has(name)) return `${rawName} was given twice.`;
    texts.set(name, value);
  }
  return texts;
}

function unknownOption(title: string, rawName: string, named: readonly string[]): string {
  const known = named.length === 0 ? 'no options of its own' : allOf(named.map((key) => `--${key}`));
  return `Unknown option ${quoted(rawName)}: ${title} takes ${known}.`;
}

function misplaced(title: string, rest: readonly string[]): Invocation {
  return fault(`${title} expects a command before ${quoted(rest[0] ?? '')}: see ${title} --help.`);
}

function fault(sentence: string): Invocation {
  return { kind: 'fault', sentence };
}
