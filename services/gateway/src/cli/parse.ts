// Decides what a command line asks for: help, one command with its values, or nothing known.
import type { Command as Program, CommanderError } from 'commander';
import { labelOf, type Command, type Context, type Group, type Outcome } from './command.ts';
import { allOf, oneOf, quoted } from './option.ts';
import { addCommand, addGroup, newProgram } from './program.ts';

export type Invocation =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'run'; readonly run: (context: Context) => Promise<Outcome> }
  | { readonly kind: 'fault'; readonly sentence: string };

export interface CommandLine {
  readonly isJson: boolean;
  readonly invocation: Invocation;
}

const JSON_FLAG = '--json';
const HELP_FLAGS = new Set(['--help', '-h']);

/**
 * A fault of the command line, and the program that found it: if help was requested, the help of that program is shown.
 */
class Fault extends Error {
  readonly at: Program | undefined;

  constructor(sentence: string, at?: Program) {
    super(sentence);
    this.at = at;
  }
}

export function parseCommandLine(args: readonly string[], groups: readonly Group[], now: Date): CommandLine {
  // Arguments after `--` are never flags.
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const flagged = args.slice(0, end);
  const isHelp = flagged.some((arg) => HELP_FLAGS.has(arg));
  const rest = [...flagged.filter((arg) => !HELP_FLAGS.has(arg)), ...args.slice(end)];
  return { isJson: flagged.includes(JSON_FLAG), invocation: resolve(rest, groups, now, isHelp) };
}

function resolve(args: readonly string[], groups: readonly Group[], now: Date, isHelp: boolean): Invocation {
  let invocation: Invocation | undefined;
  const settle = (at: Program, decide: () => Invocation): void => {
    invocation = isHelp ? helpOf(at) : decide();
  };
  const program = newProgram();
  expectCommand(program, (name) => `Unknown command ${quoted(name)}: it must be ${namesOf(groups)}.`, settle);
  for (const group of groups) {
    const own = addGroup(program, group);
    const unknown = (name: string): string =>
      `Unknown command ${quoted(`${group.name} ${name}`)}: after ${group.name} comes ${namesOf(group.commands)}.`;
    expectCommand(own, unknown, settle);
    for (const command of group.commands) expectValues(own, command, now, settle);
  }
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return isHelp && error.at !== undefined ? helpOf(error.at) : { kind: 'fault', sentence: error.message };
  }
  return invocation ?? helpOf(program);
}

type Settle = (at: Program, decide: () => Invocation) => void;

/** For `vedette` itself and for groups, which only lead to a command. */
function expectCommand(program: Program, unknown: (name: string) => string, settle: Settle): void {
  const title = titleOf(program);
  program
    .exitOverride((error) => {
      const flag = quoted(flagOf(error));
      throw new Fault(`${title} expects a command before ${flag}: see ${title} --help.`, program);
    })
    .action(() => {
      const [name] = program.args;
      if (name !== undefined) throw new Fault(unknown(name));
      settle(program, () => helpOf(program));
    });
}

function expectValues(group: Program, command: Command, now: Date, settle: Settle): void {
  const texts = new Map<string, string>();
  const program = addCommand(group, command, (key, text) => {
    if (texts.has(key)) throw new Fault(`--${key} was given twice.`, program);
    texts.set(key, text);
    return text;
  });
  const title = titleOf(program);
  const entries = Object.entries(command.options);
  program
    .exitOverride((error) => {
      const [flag = ''] = flagOf(error).split('=', 1);
      if (flag === JSON_FLAG) throw new Fault('--json takes no value.', program);
      const named = entries.filter(([, { isPositional }]) => !isPositional).map(([key]) => `--${key}`);
      const known = named.length === 0 ? 'no options of its own' : allOf(named);
      throw new Fault(`Unknown option ${quoted(flag)}: ${title} takes ${known}.`, program);
    })
    .action(() => {
      const refuse = (sentence: string): never => {
        throw new Fault(sentence, program);
      };
      const given = program.opts<Record<string, unknown>>();
      const bare = Object.keys(command.options).find((key) => given[key] === true);
      if (bare !== undefined) refuse(`--${bare} needs a value.`);
      const positional = entries.filter(([, { isPositional }]) => isPositional);
      for (const [index, text] of program.args.entries()) {
        const [key] = positional[index] ?? refuse(`Unexpected argument ${quoted(text)} after ${title}.`);
        texts.set(key, text);
      }
      const missing = entries.filter(([key, { isRequired }]) => isRequired && !texts.has(key));
      if (missing.length > 0) refuse(`${title} needs ${allOf(missing.map(([key, each]) => labelOf(key, each)))}.`);
      const reading = command.read(texts, now);
      settle(program, () => (reading.ok ? { kind: 'run', run: reading.run } : refuse(reading.sentence)));
    });
}

function helpOf(program: Program): Invocation {
  let text = '';
  program.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return { kind: 'help', text: text.trimEnd() };
}

function titleOf(program: Program): string {
  return program.parent === null ? program.name() : `${titleOf(program.parent)} ${program.name()}`;
}

/** The unknown option, which commander quotes in its message. */
function flagOf({ message }: CommanderError): string {
  return message.slice(message.indexOf("'") + 1, message.lastIndexOf("'"));
}

function namesOf(named: readonly { readonly name: string }[]): string {
  return oneOf(named.map(({ name }) => name));
}
