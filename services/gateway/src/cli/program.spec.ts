import { describe, expect, it } from '@jest/globals';
import { groups } from './groups.ts';
import { parseCommandLine } from './parse.ts';

function help(...words: string[]): string {
  const { invocation } = parseCommandLine([...words, '--help'], groups, new Date(0));
  return invocation.kind === 'help' ? invocation.text : '';
}

const every = groups.flatMap((group) =>
  group.commands.map((command) => ({ path: `${group.name} ${command.name}`, command })),
);

describe('help', () => {
  it('lists every command', () => {
    const text = help();
    for (const { path, command } of every) expect(text).toMatch(new RegExp(`^  ${path}.* ${command.about}$`, 'm'));
  });

  it.each(groups)('of the group $name lists its commands and no others', (group) => {
    const listed = [...help(group.name).matchAll(/^ {2}([a-z]+ [a-z]+)/gm)].map(([, path]) => path);
    expect(listed).toEqual(group.commands.map(({ name }) => `${group.name} ${name}`));
  });

  it.each(every)('of $path names everything it takes', ({ path, command }) => {
    const text = help(...path.split(' '));
    expect(text).toContain(`Usage: vedette ${path}`);
    expect(text).toContain(`Example: vedette ${command.example}`);
    for (const [key, option] of Object.entries(command.options)) {
      const label = option.isPositional ? option.placeholder : `--${key} ${option.placeholder}`;
      expect(text).toContain(`\n  ${label}   `);
    }
    expect(text).toMatch(/^ {2}--json +\S/m);
  });

  it('tells what is required and what is assumed', () => {
    const text = help('org', 'create');
    expect(text).toContain('org create --name NAME [--plan PLAN] [--subscription ACTIVE|PAST_DUE|CANCELED]');
    expect(text).toMatch(/--name NAME .*\(required\)$/m);
    expect(text).toMatch(/--plan PLAN .*\(default: FREE\)$/m);
  });
});
