import { describe, expect, it } from '@jest/globals';
import { cursorAt, meaningOf, positionOf } from './log-cursor.ts';

const ORGANIZATION = 'org_01k9w2t3m8e2q7r4t6y8a0c2e4';

describe('a cursor', () => {
  it.each([0, 1, 42, 999_999_999_999_999])('names the position %s that it was made for', (position) => {
    expect(positionOf(cursorAt(ORGANIZATION, position), ORGANIZATION)).toBe(position);
  });

  it.each([
    ['of another organization', cursorAt('org_01k9w2t3m8e2q7r4t6y8a0c2e5', 7)],
    ['without its mark', '7'],
    ['with another mark', '7.AAAAAAAA'],
    ['with something before it', ` ${cursorAt(ORGANIZATION, 7)}`],
    ['with something after it', `${cursorAt(ORGANIZATION, 7)}.`],
    ['with a negative position', `-${cursorAt(ORGANIZATION, 7)}`],
    ['with a position that no number holds', cursorAt(ORGANIZATION, 7).replace('7', '7'.repeat(16))],
    ['with a zero before its position', `0${cursorAt(ORGANIZATION, 7)}`],
    ['that is empty', ''],
  ])('%s names none', (_, cursor) => {
    expect(positionOf(cursor, ORGANIZATION)).toBeUndefined();
  });
});

describe('a position in a log that holds 11 to 20', () => {
  const bounds = { erasedTo: 10, lastPosition: 20 };

  it.each([
    ['before the last erased one', 9, { kind: 'expired' }],
    ['of the last erased one', 10, { kind: 'position', position: 10 }],
    ['of the first event', 11, { kind: 'position', position: 11 }],
    ['of the last event', 20, { kind: 'position', position: 20 }],
    ['ahead of the log', 21, { kind: 'foreign' }],
    ['that no cursor named', undefined, { kind: 'foreign' }],
  ])('%s', (_, position, meaning) => {
    expect(meaningOf(position, bounds)).toEqual(meaning);
  });

  it('of an empty log is the beginning alone', () => {
    const empty = { erasedTo: 0, lastPosition: 0 };
    expect(meaningOf(0, empty)).toEqual({ kind: 'position', position: 0 });
    expect(meaningOf(1, empty)).toEqual({ kind: 'foreign' });
  });
});
