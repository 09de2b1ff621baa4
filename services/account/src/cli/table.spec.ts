import { describe, expect, it } from '@jest/globals';
import { fields, table } from './table.ts';

describe('rows for a person', () => {
  it('aligns columns by their widest cell and leaves no space at the end of a line', () => {
    const rows = [
      { id: 'a', name: 'Über 🛰', count: 3, at: new Date('2026-06-01T12:00:00.999Z') },
      { id: 'long', name: 'x', count: 1_000, at: null },
    ];
    expect(table(rows, 'none')).toBe(
      ['ID    NAME    COUNT  AT', 'a     Über 🛰  3      2026-06-01 12:00:00Z', 'long  x       1000   -'].join('\n'),
    );
  });

  it('says so when there are none', () => {
    expect(table([], 'There are none.')).toBe('There are none.');
  });

  it('shows the fields of one', () => {
    expect(fields({ id: 'a', 'last used': null })).toBe('id:        a\nlast used: -');
  });
});
