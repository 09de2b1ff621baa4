import { describe, expect, it } from '@jest/globals';
import { answer, command, isGroup, type Group } from './command.ts';
import { readDoctorSettings } from './config.ts';
import { Connections } from './connections.ts';
import { entries } from '../commands/entries.ts';
import { argument, choice, idText, nameText, optional, required, withDefault } from './option.ts';
import { parseCommandLine } from './program.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const version = '1.2.3';

const boats: Group = {
  name: 'boat',
  about: 'Boats.',
  commands: [
    command({
      name: 'build',
      about: 'Build a boat',
      example: 'boat build --name Ada --rig SLOOP',
      options: {
        name: required(nameText, 'Its name'),
        rig: required(choice(['SLOOP', 'KETCH']), 'Its rig'),
        port: withDefault(idText, 'Kiel', 'Its port'),
        owner: optional(idText, 'Its owner'),
      },
      run: async (values) => answer(values, ''),
    }),
    command({
      name: 'launch',
      about: 'Launch a boat',
      example: 'boat launch b1',
      options: {
        id: argument(idText, 'The boat'),
        at: optional(idText, 'Where'),
        'high-tide': optional(idText, 'When'),
      },
      run: async (values) => answer(values, ''),
    }),
  ],
};

const tide = command({
  name: 'tide',
  about: 'Show the tide',
  example: 'tide --at dawn',
  options: { at: optional(idText, 'When') },
  run: async (values) => answer(values, ''),
});

function parse(line: string) {
  return parseCommandLine(line === '' ? [] : line.split(' '), [tide, boats], now, version);
}

async function valuesOf(line: string): Promise<unknown> {
  const invocation = parse(line);
  if (invocation.kind !== 'run') throw new Error(`${line} is no command: ${JSON.stringify(invocation)}`);
  const connections = new Connections(
    () => ({ databaseUrl: '' }),
    () => ({ natsUrl: '', natsCaFile: null }),
  );
  const outcome = await invocation.run({
    connections,
    version,
    now,
    operator: { kind: 'operator', user: 'root' },
    consoleUrl: () => '',
    doctorSettings: readDoctorSettings,
    batch: undefined,
  });
  return outcome.kind === 'answer' ? outcome.json : undefined;
}

/** Every command with its path. */
const every = entries.flatMap((entry) =>
  isGroup(entry)
    ? entry.commands.map((each) => ({ path: `${entry.name} ${each.name}`, command: each }))
    : [{ path: entry.name, command: entry }],
);

describe('a command line that fits', () => {
  const built = { name: 'Ada', rig: 'SLOOP', port: 'Kiel', owner: undefined };
  const rows: { line: string; values: unknown }[] = [
    { line: 'boat build --name Ada --rig SLOOP', values: built },
    { line: 'boat build --rig=SLOOP --name=Ada', values: built },
    { line: '--json boat --json build --name Ada --rig SLOOP --json', values: built },
    { line: 'boat build --name=--rig --rig KETCH', values: { ...built, name: '--rig', rig: 'KETCH' } },
    {
      line: 'boat build --name Ada --rig SLOOP --port Riga --owner o1',
      values: { ...built, port: 'Riga', owner: 'o1' },
    },
    { line: 'boat launch b1', values: { id: 'b1', at: undefined } },
    { line: 'boat launch b1 --high-tide noon', values: { id: 'b1', 'high-tide': 'noon' } },
    { line: 'tide', values: { at: undefined } },
    { line: 'tide --at dawn', values: { at: 'dawn' } },
    { line: 'boat launch --at dawn b1', values: { id: 'b1', at: 'dawn' } },
    { line: 'boat launch --at dawn -- -b1', values: { id: '-b1', at: 'dawn' } },
  ];
  it.each(rows)('$line', async ({ line, values }) => {
    expect(await valuesOf(line)).toEqual(values);
  });
});

describe('a command line that does not fit is told in one sentence', () => {
  const build = 'boat build --name Ada --rig SLOOP';
  const NAME = '1 to 120 characters, none of them a control character';
  const rows: { line: string; sentence: string }[] = [
    { line: 'ship', sentence: 'There is no command "ship": it must be tide or boat.' },
    { line: '--json ship build', sentence: 'There is no command "ship": it must be tide or boat.' },
    { line: 'boat sink', sentence: 'There is no command "boat sink": it must be boat build or launch.' },
    { line: 'boat si\nnk', sentence: 'There is no command "boat si\\nnk": it must be boat build or launch.' },
    { line: '--name Ada boat build', sentence: "error: unknown option '--name'" },
    { line: 'boat --name Ada', sentence: "error: unknown option '--name'" },
    { line: 'boat build', sentence: "error: required option '--name <NAME>' not specified" },
    { line: 'boat build --name Ada', sentence: "error: required option '--rig <SLOOP|KETCH>' not specified" },
    { line: 'boat build --rig SLOOP --name', sentence: `--name must be ${NAME}.` },
    { line: 'boat build --name --rig SLOOP', sentence: `--name must be ${NAME}.` },
    { line: 'boat build --name Ada --rig YAWL', sentence: '--rig must be SLOOP or KETCH, not "YAWL".' },
    { line: `${build} --name Bob`, sentence: '--name was given twice.' },
    { line: `${build} --name`, sentence: '--name was given twice.' },
    { line: `${build} --json=no`, sentence: "error: unknown option '--json=no'" },
    { line: `${build} --crew 3`, sentence: "error: unknown option '--crew'" },
    { line: `${build} -v`, sentence: "error: unknown option '-v'" },
    { line: `${build} --no-json`, sentence: "error: unknown option '--no-json'" },
    { line: `${build} --a\nb`, sentence: "error: unknown option '--a b'" },
    {
      line: `${build} now`,
      sentence: "error: too many arguments for 'build'. Expected 0 arguments but got 1.",
    },
    {
      line: `${build} -- --json`,
      sentence: "error: too many arguments for 'build'. Expected 0 arguments but got 1.",
    },
    { line: 'tide high', sentence: "error: too many arguments for 'tide'. Expected 0 arguments but got 1." },
    { line: 'boat launch', sentence: "error: missing required argument 'ID'" },
    {
      line: 'boat launch b1 b2',
      sentence: "error: too many arguments for 'launch'. Expected 1 argument but got 2.",
    },
    { line: 'boat launch --id b1', sentence: "error: unknown option '--id'" },
    { line: 'boat launch --at= b1', sentence: '--at must be something, not "".' },
    { line: 'boat build --name Ada --rig SLOOP --__proto__ x', sentence: "error: unknown option '--__proto__'" },
  ];
  it.each(rows)('$line', ({ line, sentence }) => {
    expect(parse(line)).toEqual({ kind: 'fault', sentence });
  });
});

describe('the help of the command line', () => {
  const rows: { line: string; of: string }[] = [
    { line: '', of: 'vedette [options] [command]' },
    { line: '--help', of: 'vedette [options] [command]' },
    { line: '-h', of: 'vedette [options] [command]' },
    { line: '--json', of: 'vedette [options] [command]' },
    { line: '--name Ada --help', of: 'vedette [options] [command]' },
    { line: 'ship --help', of: 'vedette [options] [command]' },
    { line: 'boat', of: 'vedette boat [options] [command]' },
    { line: 'boat --help', of: 'vedette boat [options] [command]' },
    { line: '--help boat', of: 'vedette [options] [command]' },
    { line: 'boat build --help', of: 'vedette boat build [options]' },
    { line: 'boat --help build', of: 'vedette boat [options] [command]' },
    { line: 'boat build --crew 3 --help', of: 'vedette boat build [options]' },
    { line: 'boat build --name Ada --name Bob --help', of: 'vedette boat build [options]' },
    { line: 'tide --help', of: 'vedette tide [options]' },
    { line: 'boat launch --help', of: 'vedette boat launch [options] <ID>' },
  ];
  it.each(rows)('$line', ({ line, of }) => {
    expect(parse(line)).toMatchObject({ kind: 'help', text: expect.stringContaining(`Usage: ${of}\n`) });
  });

  function help(...words: string[]): string {
    const invocation = parseCommandLine([...words, '--help'], entries, now, version);
    return invocation.kind === 'help' ? invocation.text : '';
  }

  it('lists every command', () => {
    const text = help();
    for (const { path, command: each } of every) expect(text).toMatch(new RegExp(`^  ${path}.* ${each.about}$`, 'm'));
  });

  it.each(entries.filter(isGroup))('of the group $name lists its commands and no others', (group) => {
    const listed = [...help(group.name).matchAll(/^ {2}([a-z]+ [a-z]+)/gm)].map(([, path]) => path);
    expect(listed).toEqual(group.commands.map(({ name }) => `${group.name} ${name}`));
  });

  it.each(every)('of $path names everything it takes', ({ path, command: each }) => {
    const text = help(...path.split(' '));
    expect(text).toContain(`Usage: vedette ${path}`);
    expect(text).toContain(`Example: vedette ${each.example}`);
    for (const [key, option] of Object.entries(each.options)) {
      const label = option.isPositional ? option.placeholder : `--${key} <${option.placeholder}>`;
      expect(text).toContain(`\n  ${label}  `);
    }
    expect(text).toMatch(/^ {2}--json +\S/m);
  });

  it('tells what is required and what is assumed', () => {
    const text = help('org', 'create');
    expect(text).toMatch(/^ {2}--name <NAME> .*\(required\)$/m);
    expect(text).toMatch(/^ {2}--plan <PLAN> .*\(default: FREE\)$/m);
  });
});

describe('the version', () => {
  it.each(['--version', '-V', '--json --version', '--version boat', 'boat launch b1 --version'])('%s', (line) => {
    expect(parse(line)).toMatchObject({ kind: 'version', text: version });
  });
});

describe('JSON is asked for', () => {
  const rows: { line: string; isJson: boolean }[] = [
    { line: 'boat launch b1', isJson: false },
    { line: 'boat launch b1 --json', isJson: true },
    { line: '--json boat launch b1', isJson: true },
    { line: 'boat --json launch b1', isJson: true },
    { line: '--json', isJson: true },
    { line: 'boat --json --help', isJson: true },
    { line: 'boat --help --json', isJson: true },
    { line: '--version', isJson: false },
    { line: '--version --json', isJson: true },
    { line: 'boat launch -- --json', isJson: false },
  ];
  it.each(rows)('$line → $isJson', ({ line, isJson }) => {
    expect(parse(line)).toMatchObject({ isJson });
  });
});

describe('the example in the help of every command', () => {
  const examples = every.map(({ path, command: { example } }) => ({ path, example }));
  it.each(examples)('vedette $path: $example', ({ path, example }) => {
    const args = (example.match(/"[^"]*"|\S+/g) ?? []).map((arg) => arg.replaceAll('"', ''));
    expect(args.slice(0, path.split(' ').length).join(' ')).toBe(path);
    expect(parseCommandLine(args, entries, now, version).kind).toBe('run');
  });
});
