import { describe, expect, it } from '@jest/globals';
import { KeywordSearch } from './keyword-search.ts';

const inPieces = (body: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(body.length / size) }, (_, i) => body.subarray(i * size, (i + 1) * size));

describe('a keyword in pieces', () => {
  const padding = 'Grüße und 😀 '.repeat(5_000);
  it.each<[string, Buffer, string | undefined]>([
    ['at the start', Buffer.from(`wéléome${padding}`), undefined],
    ['in the middle', Buffer.from(`${padding}wéléome${padding}`), undefined],
    ['at the end', Buffer.from(`${padding}wéléome`), undefined],
    ['of UTF-16', Buffer.from(`\uFEFF${padding}wéléome`, 'utf16le'), undefined],
    ['of Latin-1', Buffer.from(`${'x'.repeat(70_000)}wéléome`, 'latin1'), 'text/html; charset=latin1'],
    [
      'of a document that says so late',
      Buffer.from(`<html>${' '.repeat(900)}<meta charset="latin1">wéléome`, 'latin1'),
      undefined,
    ],
  ])('%s is found, however they are cut', (_name, body, contentType) => {
    for (const size of [1, 2, 3, 7, 1_000, 65_535, body.length]) {
      const search = new KeywordSearch('wéléome', contentType);
      for (const piece of inPieces(body, size)) if (search.add(piece)) break;
      expect(search.look()).toBe(true);
      const other = new KeywordSearch('farewell', contentType);
      for (const piece of inPieces(body, size)) other.add(piece);
      expect(other.look()).toBe(false);
    }
  });

  it('is found as soon as it is there', () => {
    const search = new KeywordSearch('welcome', undefined);
    expect([search.add(Buffer.from('a warm wel')), search.look()]).toEqual([false, false]);
    expect([search.add(Buffer.from('come')), search.look()]).toEqual([false, true]);
    expect(search.add(Buffer.from('!'))).toBe(true);
  });

  it('is found where a look fell between its letters', () => {
    const search = new KeywordSearch('welcome', undefined);
    search.add(Buffer.from(`${'x'.repeat(2_000)}wel`));
    search.look();
    search.add(Buffer.from('come'));
    expect(search.look()).toBe(true);
  });
});
