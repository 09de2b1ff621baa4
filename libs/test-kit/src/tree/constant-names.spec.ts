import { describe, expect, it } from '@jest/globals';
import { parseSync } from '@swc/core';
import { globSync, readFileSync } from 'node:fs';
import { inRepository } from '../repository.ts';

// Looks at numbers, texts, patterns, and lists and sets of them. Objects are not looked at: some are tables, which are
// constants too, and others declare a part of the system (CONTRIBUTING.md says which is which).

interface Expression {
  readonly type: string;
  readonly expression?: Expression;
  readonly argument?: Expression;
  readonly expressions?: readonly Expression[];
  readonly elements?: readonly ({ readonly expression: Expression } | null)[];
  readonly callee?: { readonly value?: string };
  readonly arguments?: readonly { readonly expression: Expression }[] | null;
}

const WRAPPERS = new Set(['TsAsExpression', 'TsConstAssertion', 'TsSatisfiesExpression', 'ParenthesisExpression']);
const LITERALS = new Set(['NumericLiteral', 'BigIntLiteral', 'StringLiteral', 'RegExpLiteral', 'TemplateLiteral']);
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

function isValue(given: Expression | null | undefined): boolean {
  if (given === undefined || given === null) return false;
  if (WRAPPERS.has(given.type)) return isValue(given.expression);
  if (LITERALS.has(given.type)) return true;
  if (given.type === 'UnaryExpression') return isValue(given.argument);
  if (given.type === 'NewExpression' && given.callee?.value === 'RegExp') return true;
  if (given.type === 'NewExpression' && given.callee?.value === 'Set') {
    return given.arguments?.some(({ expression }) => isValue(expression)) ?? false;
  }
  const elements = given.elements ?? [];
  return elements.length > 0 && elements.every((each) => isValue(each?.expression));
}

/** The names of a module's constants that are not written in capitals. */
function misnamedIn(text: string, tsx = false): string[] {
  const { body } = parseSync(text, { syntax: 'typescript', decorators: true, tsx, target: 'es2024' });
  return body
    .map((each) => (each.type === 'ExportDeclaration' ? each.declaration : each))
    .flatMap((each) => (each.type === 'VariableDeclaration' && each.kind === 'const' ? each.declarations : []))
    .flatMap(({ id, init }) => (id.type === 'Identifier' && isValue(init as Expression | null) ? [id.value] : []))
    .filter((name) => !CONSTANT.test(name));
}

describe('constants of modules', () => {
  it('are written in capitals', () => {
    const files = globSync('{services,libs}/*/src/**/*.{ts,tsx}', { cwd: inRepository('') }).filter(
      (file) => !file.includes('/generated/') && !/\.(?:spec|d)\.ts$/.test(file),
    );
    const misnamed = files.flatMap((file) =>
      misnamedIn(readFileSync(inRepository(file), 'utf8'), file.endsWith('x')).map((name) => `${file}: ${name}`),
    );
    expect(files.length).toBeGreaterThan(500);
    expect(misnamed).toEqual([]);
  });

  it.each([
    { name: 'a number', text: 'const a = 1;', misnamed: ['a'] },
    { name: 'a negative number', text: 'const a = -1;', misnamed: ['a'] },
    { name: 'a text', text: "export const a = 'b';", misnamed: ['a'] },
    { name: 'a text with parts', text: 'const a = `b ${c}`;', misnamed: ['a'] },
    { name: 'a pattern', text: 'const a = /b/;', misnamed: ['a'] },
    { name: 'a pattern that is put together', text: 'const a = new RegExp(b);', misnamed: ['a'] },
    { name: 'a list', text: "const a = ['b', 'c'] as const;", misnamed: ['a'] },
    { name: 'a set', text: "const a = new Set(['b']);", misnamed: ['a'] },
    { name: 'capitals', text: 'const A_B2 = 1;', misnamed: [] },
    { name: 'a function', text: 'const a = () => 1;', misnamed: [] },
    { name: 'a schema', text: 'const a = Type.String();', misnamed: [] },
    { name: 'a list of parts of the system', text: 'const a = [B, C];', misnamed: [] },
    { name: 'what is still empty', text: 'const a = new Set<string>(); const b: string[] = [];', misnamed: [] },
    { name: 'within a function', text: 'function f() { const a = 1; }', misnamed: [] },
  ])('$name', ({ text, misnamed }) => {
    expect(misnamedIn(text)).toEqual(misnamed);
  });
});
