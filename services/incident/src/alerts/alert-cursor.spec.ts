import { describe, expect, it } from '@jest/globals';
import { cursorAfter, pageBelow } from './alert-cursor.ts';

const encoded = (text: string): string => Buffer.from(text).toString('base64url');

describe('a page of alerts', () => {
  it('begins with the newest one', () => {
    expect(pageBelow(undefined, 'org_1')).toEqual({ kind: 'below', id: null });
  });

  it('goes on below the last one of the page before', () => {
    expect(pageBelow(cursorAfter('org_1', '42'), 'org_1')).toEqual({ kind: 'below', id: '42' });
  });

  it.each([
    { name: 'of another organization', cursor: cursorAfter('org_2', '42') },
    { name: 'of another list', cursor: encoded('checks org_1 42') },
    { name: 'that is no number', cursor: encoded('alerts org_1 x') },
    { name: 'that is too large', cursor: encoded(`alerts org_1 ${'9'.repeat(19)}`) },
    { name: 'with more than that', cursor: encoded('alerts org_1 42 43') },
    { name: 'that was padded', cursor: `${cursorAfter('org_1', '42')}=` },
    { name: 'that is nothing', cursor: '-' },
  ])('refuses a cursor $name', ({ cursor }) => {
    expect(pageBelow(cursor, 'org_1')).toMatchObject({ kind: 'refused', faults: [{ path: 'cursor' }] });
  });
});
