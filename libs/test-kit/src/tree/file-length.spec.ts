import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inRepository } from '../repository.ts';

const MOST_LINES = 300;

/** A generated file names in its first line the script of the root that writes it. */
const GENERATED = /^\/\/ Made from [\w/-]+ by `npx -y pnpm run ([\w:-]+)`/;

const { scripts } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as {
  readonly scripts: Record<string, string>;
};

const files = globSync('{*,{services,libs,deploy,k8s,e2e}/**/*}.{ts,tsx}', {
  cwd: inRepository(''),
  exclude: (name) => ['node_modules', 'dist', 'bundle', 'generated'].includes(name),
});

function isTooLong(text: string): boolean {
  const script = GENERATED.exec(text)?.[1];
  const isGenerated = script !== undefined && Object.hasOwn(scripts, script);
  return !isGenerated && text.trimEnd().split('\n').length > MOST_LINES;
}

const lines = (count: number): string => 'a();\n'.repeat(count);
const head = (script: string): string =>
  `// Made from libs/contract by \`npx -y pnpm run ${script}\`: change it there.\n`;

describe('a file of TypeScript', () => {
  it.each([
    { name: 'the longest that is allowed', text: lines(MOST_LINES), tooLong: false },
    { name: 'one line more', text: lines(MOST_LINES + 1), tooLong: true },
    { name: 'a generated one', text: head('sdk') + lines(5_000), tooLong: false },
    { name: 'one that no script of ours generates', text: head('nothing') + lines(MOST_LINES), tooLong: true },
    { name: 'one that says so further down', text: lines(MOST_LINES) + head('sdk'), tooLong: true },
  ])('is judged by its lines: $name', ({ text, tooLong }) => {
    expect(isTooLong(text)).toBe(tooLong);
  });

  it('is found', () => {
    expect(files.length).toBeGreaterThan(1_000);
  });

  it(`has at most ${MOST_LINES} lines, unless it is generated`, () => {
    expect(files.filter((file) => isTooLong(readFileSync(inRepository(file), 'utf8')))).toEqual([]);
  });
});
