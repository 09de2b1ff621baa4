import { Command as Program, Help, Option as ProgramOption } from 'commander';
import { labelOf, type Command, type Group } from './command.ts';
import type { Option } from './option.ts';

const ENVIRONMENT = `
Environment:
  DATABASE_URL   PostgreSQL of the stack; found by itself for one started here
  NATS_URL       NATS of the stack, for the contact commands; found likewise

vedette COMMAND --help tells more about one of them. Errors are one sentence on standard error, with exit code 1.`;

/** The command line without its actions: its options and its help. */
export function newProgram(): Program {
  return new Program('vedette')
    .description('vedette is the command line of the operator of Vedette.')
    .usage('COMMAND [OPTIONS]')
    .configureOutput({ writeErr: () => undefined })
    .configureHelp(HELP)
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .helpOption('--help', 'Say what a command does and takes')
    .option('--json', 'Print one JSON value and nothing else')
    .enablePositionalOptions()
    .allowExcessArguments()
    .addHelpText('after', ENVIRONMENT);
}

export function addGroup(program: Program, { name, about }: Group): Program {
  return program
    .command(name)
    .description(about)
    .usage('COMMAND [OPTIONS]')
    .option('--json', 'Print one JSON value and nothing else')
    .enablePositionalOptions()
    .allowExcessArguments();
}

/**
 * `take` receives the text of each option. Values are optional for commander, because it would otherwise read the next
 * option as a value.
 */
export function addCommand(group: Program, command: Command, take: (key: string, text: string) => string): Program {
  const { name, about, details, example, options } = command;
  const entries = Object.entries(options);
  const program = group
    .command(name)
    .summary(about)
    .description(details === undefined ? `${about}.` : `${about}. ${details}`)
    .usage(entries.map(([key, option]) => usageOf(key, option)).join(' '))
    .allowExcessArguments()
    .addHelpText('after', `\nExample: vedette ${example}`);
  for (const [key, option] of entries) {
    if (option.isPositional) program.argument(`[${option.placeholder}]`, option.about);
    else {
      const flags = `--${key} [${option.placeholder}]`;
      program.addOption(new ProgramOption(flags, described(option)).argParser((text) => take(key, text)));
    }
  }
  return program.option('--json', 'Print one JSON value and nothing else');
}

/** The overview lists every command with its path; the terminal wraps long lines. */
const HELP: Partial<Help> = {
  helpWidth: Number.MAX_SAFE_INTEGER,
  visibleCommands: (program) => program.commands.flatMap((each) => (each.commands.length > 0 ? each.commands : each)),
  subcommandTerm: (program) =>
    [program.parent?.name(), program.name(), ...program.registeredArguments.map((each) => each.name())].join(' '),
  optionTerm: ({ flags }) => flags.replaceAll(/[[\]]/g, ''),
  optionDescription: ({ description }) => description,
  padWidth: (program, helper) => new Help().padWidth.call(helper, program, helper) + 1,
};

function usageOf(key: string, option: Option<unknown>): string {
  if (option.isPositional) return option.placeholder;
  const text = `${labelOf(key, option)} ${option.placeholder}`;
  return option.isRequired ? text : `[${text}]`;
}

function described({ about, isRequired, fallback }: Option<unknown>): string {
  if (isRequired) return `${about} (required)`;
  return typeof fallback === 'string' ? `${about} (default: ${fallback})` : about;
}
