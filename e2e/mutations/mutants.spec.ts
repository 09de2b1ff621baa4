import { describe, expect, it } from '@jest/globals';
import { mutantsOf } from './mutants.ts';

const changes = (source: string): string[] => mutantsOf(source).map(({ after }) => after);

describe('the mutants of', () => {
  it.each([
    { name: 'a boundary', source: 'const f = (a: number) => a < 1;', expected: ['a <= 1', 'a >= 1'] },
    { name: 'an equality', source: 'const f = (a: number) => a === 1;', expected: ['a !== 1'] },
    { name: 'a negation', source: 'const f = (a: boolean) => !a;', expected: ['a'] },
    { name: 'a constant', source: 'const f = () => true;', expected: ['false'] },
    { name: 'some', source: 'const f = (a: boolean[]) => a.some(Boolean);', expected: ['a.every(Boolean)'] },
  ])('$name', ({ source, expected }) => {
    const head = source.slice(0, source.indexOf('=> ') + 3);
    expect(changes(source)).toEqual(expected.map((body) => `${head}${body};`));
  });

  it('a branch, and of its condition', () => {
    expect(changes('if (a && b) c();')).toEqual(['if (true) c();', 'if (false) c();', 'if (a || b) c();']);
  });

  it('nothing in a type', () => {
    expect(changes('type A = { isOn: true } | B<false>;')).toEqual([]);
  });

  it('lines after characters of several bytes, and after another file was parsed', () => {
    expect(mutantsOf('// Größe – „x“\nconst a = b > c;')).toMatchObject([
      { line: 2, before: 'const a = b > c;', after: 'const a = b >= c;' },
      { line: 2, after: 'const a = b <= c;' },
    ]);
  });
});
