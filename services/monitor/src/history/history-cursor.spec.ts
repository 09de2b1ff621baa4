import { describe, expect, it } from '@jest/globals';
import { cursorAfter, pageBefore } from './history-cursor.ts';

const AT = new Date('2026-04-01T00:00:00.123Z');
const END = new Date('2026-04-02T00:00:00.000Z');
const of = (text: string): string => Buffer.from(text).toString('base64url');

describe('a cursor', () => {
  it.each([
    ['leads back to its moment', cursorAfter('checks', 'mon_1', AT), AT],
    ['at the end of the range is the end', cursorAfter('checks', 'mon_1', END), END],
    ['behind the range is the end', cursorAfter('checks', 'mon_1', new Date(END.getTime() + 1)), END],
    ['that is absent is the end', undefined, END],
  ])('%s', (_, cursor, at) => {
    expect(pageBefore(cursor, 'checks', 'mon_1', END)).toEqual({ kind: 'before', at });
  });

  it.each([
    ['of another monitor', cursorAfter('checks', 'mon_2', AT)],
    ['of another list', cursorAfter('states', 'mon_1', AT)],
    ['of nothing', ''],
    ['that is no base64', '%%%'],
    ['without a moment', of('checks mon_1')],
    ['with a moment that is none', of('checks mon_1 soon')],
    ['with a moment that no date can tell', of('checks mon_1 9999999999999999')],
    ['that was padded', `${cursorAfter('checks', 'mon_1', AT)}=`],
    ['with more', of('checks mon_1 5 6')],
  ])('%s is refused', (_, cursor) => {
    expect(pageBefore(cursor, 'checks', 'mon_1', END)).toEqual({
      kind: 'refused',
      faults: [{ path: 'cursor', message: 'cursor must be nextCursor of a page of the checks of this monitor' }],
    });
  });
});
