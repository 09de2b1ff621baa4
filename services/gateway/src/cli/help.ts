// Decides what `--help` says, from the definitions of the commands alone.
import { labelOf, type Command, type Group } from './command.ts';
import type { Option } from './option.ts';
import { aligned } from './table.ts';

export function help(groups: readonly Group[], group?: Group, command?: Command): string {
  if (group === undefined) return overview(groups);
  return command === undefined ? groupHelp(group) : commandHelp(group, command);
}

const everywhere: string[][] = [
  ['--json', 'Print one JSON value and nothing else'],
  ['--help', 'Say what a command does and takes'],
];

function overview(groups: readonly Group[]): string {
  const commands = groups.flatMap((group) => group.commands.map((command) => [titleOf(group, command), command.about]));
  return paragraphs(
    'vedette is the command line of the operator of Vedette.',
    'Usage: vedette COMMAND [OPTIONS]',
    section('Commands', commands),
    section('Options', everywhere),
    section('Environment', [
      ['DATABASE_URL', 'PostgreSQL of the stack; found by itself for one started here'],
      ['NATS_URL', 'NATS of the stack, for the contact commands; found likewise'],
    ]),
    'vedette COMMAND --help tells more about one of them. Errors are one sentence on standard error, with exit code 1.',
  );
}

function groupHelp(group: Group): string {
  return paragraphs(
    group.about,
    `Usage: vedette ${group.name} COMMAND [OPTIONS]`,
    section(
      'Commands',
      group.commands.map((command) => [titleOf(group, command), command.about]),
    ),
    section('Options', everywhere),
  );
}

function commandHelp(group: Group, command: Command): string {
  const options = Object.entries(command.options);
  const inUsage = options.map(([key, option]) => usageOf(key, option)).join(' ');
  const positional = options.filter(([, option]) => option.isPositional);
  const named = options.filter(([, option]) => !option.isPositional);
  return paragraphs(
    command.details === undefined ? `${command.about}.` : `${command.about}. ${command.details}`,
    `Usage: vedette ${group.name} ${command.name} ${inUsage}`.trimEnd(),
    section(
      'Arguments',
      positional.map(([, option]) => [option.placeholder, option.about]),
    ),
    section('Options', [
      ...named.map(([key, option]) => [`--${key} ${option.placeholder}`, described(option)]),
      ...everywhere,
    ]),
    `Example: vedette ${command.example}`,
  );
}

function usageOf(key: string, option: Option<unknown>): string {
  if (option.isPositional) return option.placeholder;
  const text = `${labelOf(key, option)} ${option.placeholder}`;
  return option.isRequired ? text : `[${text}]`;
}

function described({ about, isRequired, fallback }: Option<unknown>): string {
  if (isRequired) return `${about} (required)`;
  return typeof fallback === 'string' ? `${about} (default: ${fallback})` : about;
}

function titleOf(group: Group, command: Command): string {
  const positional = Object.values(command.options).filter(({ isPositional }) => isPositional);
  return [group.name, command.name, ...positional.map(({ placeholder }) => placeholder)].join(' ');
}

function section(title: string, lines: readonly (readonly string[])[]): string {
  if (lines.length === 0) return '';
  const indented = aligned(lines, '   ').replaceAll(/^/gm, '  ');
  return `${title}:\n${indented}`;
}

function paragraphs(...texts: string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}
