import { Command as Program, CommanderError, Help, Option as Flag } from 'commander';
import { isGroup, type Command, type Entry, type Run } from './command.ts';
import { oneOf, quoted, type Option } from './option.ts';
import { oneLine } from './table.ts';

const NAME = 'vedette';

const ENVIRONMENT = `
Environment:
  DATABASE_URL   PostgreSQL of the stack; found by itself for one started here
  NATS_URL       NATS of the stack, for contacts, parked messages and changed keys; found likewise

Errors are one line on standard error, with exit code 1.`;

/** The overview lists every command with its path; the terminal wraps long lines. */
const HELP: Partial<Help> = {
  helpWidth: Number.MAX_SAFE_INTEGER,
  showGlobalOptions: true,
  visibleCommands: (program) => program.commands.flatMap((each) => (each.commands.length > 0 ? each.commands : each)),
  subcommandTerm: (program) => `${groupOf(program)}${new Help().subcommandTerm(program)}`,
  optionDescription: ({ description }) => description,
};

export type Invocation =
  | { readonly kind: 'help' | 'version'; readonly isJson: boolean; readonly text: string }
  | { readonly kind: 'run'; readonly isJson: boolean; readonly run: Run }
  | { readonly kind: 'fault'; readonly sentence: string };

export function parseCommandLine(
  args: readonly string[],
  entries: readonly Entry[],
  now: Date,
  version: string,
): Invocation {
  const printed: string[] = [];
  const print = (text: string): unknown => printed.push(text);
  let run: Run | undefined;
  let kind: 'help' | 'version' = 'help';
  const program = new Program(NAME)
    .description('The command line of the operator of Vedette.')
    .version(version, '-V, --version', 'Print the version of Vedette')
    .option('--json', 'Print one JSON value and nothing else')
    .addHelpText('after', ENVIRONMENT)
    .configureHelp(HELP)
    .configureOutput({ writeOut: print, writeErr: print })
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .exitOverride();
  const choose = (chosen: Run): unknown => (run = chosen);
  for (const entry of entries) {
    if (isGroup(entry)) {
      const group = program.command(entry.name).description(entry.about);
      for (const command of entry.commands) addCommand(group, command, now, choose);
    } else addCommand(program, entry, now, choose);
  }
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.version') kind = 'version';
    else if (!error.code.startsWith('commander.help'))
      return { kind: 'fault', sentence: faultOf(error, args, entries) };
  }
  // Commander reads nothing after --help or --version.
  const isJson = program.opts<{ json?: boolean }>().json === true || (run === undefined && args.includes('--json'));
  return run === undefined ? { kind, isJson, text: printed.join('').trimEnd() } : { kind: 'run', isJson, run };
}

/** Commander says only that it does not know a command. An operator wants to read which commands exist. */
function faultOf({ code, message }: CommanderError, args: readonly string[], entries: readonly Entry[]): string {
  if (code !== 'commander.unknownCommand') return oneLine(message);
  const [first = '', second = ''] = args.filter((arg) => !arg.startsWith('-'));
  const group = entries.filter(isGroup).find(({ name }) => name === first);
  const known = (group?.commands ?? entries).map(({ name }) => name);
  const path = group === undefined ? first : `${first} ${second}`;
  return oneLine(`There is no command ${quoted(path)}: it must be ${group ? `${first} ` : ''}${oneOf(known)}.`);
}

/** With a blank after it; empty for a command that stands alone. */
function groupOf(program: Program): string {
  const group = program.parent?.name() ?? '';
  return group === NAME ? '' : `${group} `;
}

function addCommand(group: Program, command: Command, now: Date, choose: (run: Run) => unknown): void {
  const { name, about, details = '', example, options } = command;
  const program = group
    .command(name)
    .summary(about)
    .description(`${about}. ${details}`.trimEnd())
    .addHelpText('after', `\nExample: vedette ${example}`);
  const positional: string[] = [];
  for (const [key, option] of Object.entries(options)) {
    if (option.isPositional) {
      positional.push(key);
      program.argument(`<${option.placeholder}>`, option.about);
    } else program.addOption(flagOf(key, option));
  }
  program.action(() => {
    const texts = new Map(Object.entries(program.opts<Record<string, readonly string[]>>()));
    for (const [index, key] of positional.entries()) texts.set(key, program.args.slice(index, index + 1));
    const reading = command.read(texts, now);
    if (reading.ok) choose(reading.run);
    else program.error(reading.sentence);
  });
}

/**
 * Collects the texts of an option, which may be given too often. Commander is told that the value is optional, because
 * it would otherwise read the next option as the value; an option without a value has an empty text. Commander would keep
 * the texts of `--quiet-hours` as `quietHours`, where nobody looks for them.
 */
function flagOf(key: string, { placeholder, about, isRequired, fallback }: Option<unknown>): Flag {
  const assumed = typeof fallback === 'string' ? ` (default: ${fallback})` : '';
  const flag = new Flag(`--${key} <${placeholder}>`, `${about}${isRequired ? ' (required)' : assumed}`)
    .argParser<readonly string[] | undefined>((text, texts) => [...(texts ?? []), text])
    .preset('')
    .makeOptionMandatory(isRequired);
  return Object.assign(flag, { required: false, optional: true, attributeName: () => key });
}
