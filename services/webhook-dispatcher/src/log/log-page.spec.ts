import { describe, expect, it } from '@jest/globals';
import { logPage, type ScannedEvent } from './log-page.ts';

const LIMITS = { events: 3, bytes: 100, scanned: 6 };

/** A letter for each event after position 10: `w` is wanted and has 10 bytes, `W` is wanted and has 60, `-` is not wanted. */
function scan(letters: string): ScannedEvent[] {
  return Array.from(letters, (letter, index) => ({
    position: 11 + index,
    bytes: letter === 'W' ? 60 : 10,
    isWanted: letter !== '-',
  }));
}

describe('a page of the log', () => {
  it.each([
    ['nothing new', '', [], 10, false],
    ['fewer than fit', 'ww', [11, 12], 12, false],
    ['as many as fit, and no more', 'www', [11, 12, 13], 13, false],
    ['one more than fits', 'wwww', [11, 12, 13], 13, true],
    ['as many as fit, then unwanted ones', 'www--', [11, 12, 13], 15, false],
    ['unwanted ones between', 'w-w', [11, 13], 13, false],
    ['only unwanted ones, all scanned', '-----', [], 15, false],
    ['only unwanted ones, as many as are scanned', '------', [], 16, true],
    ['some wanted, as many as are scanned', 'w----w', [11, 16], 16, true],
    ['more bytes than fit, in two events', 'WWw', [11, 12], 12, true],
    ['exactly the bytes that fit', 'Wwwww', [11, 12, 13], 13, true],
    ['an event that is too large alone', 'W', [11], 11, false],
  ])('%s', (_, letters, positions, readTo, hasMore) => {
    expect(logPage(10, scan(letters), LIMITS)).toEqual({ positions, readTo, hasMore });
  });

  it('has at least one event, however large it is', () => {
    const huge = [{ position: 1, bytes: 1_000, isWanted: true }, ...scan('w')];
    expect(logPage(0, huge, LIMITS)).toEqual({ positions: [1], readTo: 1, hasMore: true });
  });
});
