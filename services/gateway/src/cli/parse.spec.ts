import { describe, expect, it } from '@jest/globals';
import { answer, command, type Group } from './command.ts';
import { Connections } from './connections.ts';
import { groups } from './groups.ts';
import { argument, choice, idText, nameText, optional, required, withDefault } from './option.ts';
import { parseCommandLine } from './parse.ts';

const now = new Date('2026-06-01T12:00:00.000Z');

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
      options: { id: argument(idText, 'The boat'), at: optional(idText, 'Where') },
      run: async (values) => answer(values, ''),
    }),
  ],
};

function parse(line: string) {
  return parseCommandLine(line === '' ? [] : line.split(' '), [boats], now);
}

async function valuesOf(line: string): Promise<unknown> {
  const { invocation } = parse(line);
  if (invocation.kind !== 'run') throw new Error(`${line} is no command: ${JSON.stringify(invocation)}`);
  const connections = new Connections(
    () => ({ databaseUrl: '' }),
    () => ({ natsUrl: '' }),
  );
  const outcome = await invocation.run({ connections, now });
  return outcome.kind === 'answer' ? outcome.json : undefined;
}

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
    { line: 'boat launch --at dawn b1', values: { id: 'b1', at: 'dawn' } },
    { line: 'boat launch --at dawn -- -b1', values: { id: '-b1', at: 'dawn' } },
  ];
  it.each(rows)('$line', async ({ line, values }) => {
    expect(await valuesOf(line)).toEqual(values);
  });
});

describe('a command line that does not fit is told in one sentence', () => {
  const build = 'boat build --name Ada --rig SLOOP';
  const rows: { line: string; sentence: string }[] = [
    { line: 'ship', sentence: 'Unknown command "ship": it must be boat.' },
    { line: 'ship --help', sentence: 'Unknown command "ship": it must be boat.' },
    { line: 'boat sink', sentence: 'Unknown command "boat sink": after boat comes build or launch.' },
    { line: '--name Ada boat build', sentence: 'vedette expects a command before "--name": see vedette --help.' },
    { line: 'boat --name Ada', sentence: 'vedette boat expects a command before "--name": see vedette boat --help.' },
    { line: 'boat build', sentence: 'vedette boat build needs --name and --rig.' },
    { line: 'boat build --rig SLOOP', sentence: 'vedette boat build needs --name.' },
    { line: 'boat build --name', sentence: '--name needs a value.' },
    { line: 'boat build --name --rig SLOOP', sentence: '--name needs a value.' },
    { line: 'boat build --name Ada --rig YAWL', sentence: '--rig must be SLOOP or KETCH, not "YAWL".' },
    { line: `${build} --name Bob`, sentence: '--name was given twice.' },
    { line: `${build} --json=no`, sentence: '--json takes no value.' },
    {
      line: `${build} --crew 3`,
      sentence: 'Unknown option "--crew": vedette boat build takes --name, --rig, --port and --owner.',
    },
    {
      line: `${build} -v`,
      sentence: 'Unknown option "-v": vedette boat build takes --name, --rig, --port and --owner.',
    },
    {
      line: `${build} --no-json`,
      sentence: 'Unknown option "--no-json": vedette boat build takes --name, --rig, --port and --owner.',
    },
    { line: `${build} now`, sentence: 'Unexpected argument "now" after vedette boat build.' },
    { line: `${build} -- --json`, sentence: 'Unexpected argument "--json" after vedette boat build.' },
    { line: 'boat launch', sentence: 'vedette boat launch needs ID.' },
    { line: 'boat launch b1 b2', sentence: 'Unexpected argument "b2" after vedette boat launch.' },
    { line: 'boat launch --id b1', sentence: 'Unknown option "--id": vedette boat launch takes --at.' },
    { line: 'boat launch --at= b1', sentence: '--at must be something, not "".' },
    {
      line: 'boat build --__proto__ x',
      sentence: 'Unknown option "--__proto__": vedette boat build takes --name, --rig, --port and --owner.',
    },
  ];
  it.each(rows)('$line', ({ line, sentence }) => {
    expect(parse(line).invocation).toEqual({ kind: 'fault', sentence });
  });
});

describe('help', () => {
  const rows: { line: string; of: string }[] = [
    { line: '', of: 'vedette COMMAND' },
    { line: '--help', of: 'vedette COMMAND' },
    { line: '-h', of: 'vedette COMMAND' },
    { line: '--json', of: 'vedette COMMAND' },
    { line: '--name Ada --help', of: 'vedette COMMAND' },
    { line: 'boat', of: 'vedette boat COMMAND' },
    { line: 'boat --help', of: 'vedette boat COMMAND' },
    { line: '--help boat', of: 'vedette boat COMMAND' },
    { line: 'boat build --help', of: 'vedette boat build' },
    { line: 'boat --help build', of: 'vedette boat build' },
    { line: 'boat build --crew 3 --help', of: 'vedette boat build' },
    { line: 'boat build --name Ada --name Bob --help', of: 'vedette boat build' },
  ];
  it.each(rows)('$line', ({ line, of }) => {
    const text = expect.stringContaining(`Usage: ${of} `);
    expect(parse(line).invocation).toEqual({ kind: 'help', text });
  });
});

describe('JSON is asked for', () => {
  const rows: { line: string; isJson: boolean }[] = [
    { line: 'boat launch b1', isJson: false },
    { line: 'boat launch b1 --json', isJson: true },
    { line: '--json boat launch b1', isJson: true },
    { line: 'boat --json launch b1', isJson: true },
    { line: 'boat launch b1 -- --json', isJson: false },
  ];
  it.each(rows)('$line → $isJson', ({ line, isJson }) => {
    expect(parse(line).isJson).toBe(isJson);
  });
});

describe('the example in the help of every command', () => {
  const examples = groups.flatMap((group) =>
    group.commands.map(({ name, example }) => ({ path: `${group.name} ${name}`, example })),
  );
  it.each(examples)('vedette $path: $example', ({ path, example }) => {
    const args = (example.match(/"[^"]*"|\S+/g) ?? []).map((arg) => arg.replaceAll('"', ''));
    expect(args.slice(0, 2).join(' ')).toBe(path);
    expect(parseCommandLine(args, groups, now).invocation.kind).toBe('run');
  });
});
