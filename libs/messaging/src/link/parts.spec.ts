import { describe, expect, it } from '@jest/globals';
import { cutParts, fitsOnePart, groupsOf, PART_BYTES, type Part, type Pieces } from './parts.ts';

async function partsOf(pieces: Pieces): Promise<{ sizes: number[]; bytes: Buffer; last: boolean[] }> {
  const parts: Part[] = [];
  for await (const part of cutParts(pieces)) parts.push(part);
  return {
    sizes: parts.map(({ bytes }) => bytes.length),
    bytes: Buffer.concat(parts.map(({ bytes }) => bytes)),
    last: parts.map(({ isLast }) => isLast),
  };
}

describe('the parts of a message', () => {
  const rows = [
    { name: 'nothing', pieces: [], sizes: [0] },
    { name: 'one small piece', pieces: [10], sizes: [10] },
    { name: 'exactly one part', pieces: [PART_BYTES], sizes: [PART_BYTES] },
    { name: 'a byte more than one part', pieces: [PART_BYTES + 1], sizes: [PART_BYTES, 1] },
    { name: 'exactly two parts', pieces: [2 * PART_BYTES], sizes: [PART_BYTES, PART_BYTES] },
    { name: 'small pieces that make one part', pieces: [PART_BYTES - 1, 1], sizes: [PART_BYTES] },
    { name: 'small pieces that make more', pieces: [PART_BYTES - 1, 1, 1], sizes: [PART_BYTES, 1] },
    { name: 'an empty piece at the end', pieces: [PART_BYTES, 0], sizes: [PART_BYTES] },
    { name: 'a large piece among small ones', pieces: [5, 2 * PART_BYTES, 5], sizes: [PART_BYTES, PART_BYTES, 10] },
  ];
  it.each(rows)('$name', async ({ pieces, sizes }) => {
    const whole = Buffer.from(
      Array.from({ length: pieces.reduce((sum, size) => sum + size, 0) }, (_, index) => index % 251),
    );
    let from = 0;
    const cut = pieces.map((size) => whole.subarray(from, (from += size)));
    const parts = await partsOf(cut);
    expect(parts.sizes).toEqual(sizes);
    expect(parts.bytes.equals(whole)).toBe(true);
    expect(parts.last).toEqual(sizes.map((_, index) => index === sizes.length - 1));
  });

  it('may end in the middle of a character', async () => {
    const text = `x${'😀'.repeat(PART_BYTES / 4)}`;
    const parts = await partsOf([text]);
    expect(parts.sizes).toEqual([PART_BYTES, 1]);
    expect(parts.bytes.toString()).toBe(text);
  });

  it('are made as they are wanted', async () => {
    let made = 0;
    const parts = cutParts(
      (async function* () {
        for (; made < 10; made += 1) yield Buffer.alloc(PART_BYTES);
      })(),
    );
    await parts.next();
    expect(made).toBe(1);
    await parts.next();
    expect(made).toBe(2);
  });
});

describe('a text that fits one part', () => {
  const rows = [
    { name: 'a short one', text: 'a', fits: true },
    { name: 'the longest of one byte each', text: 'a'.repeat(PART_BYTES), fits: true },
    { name: 'a character more', text: 'a'.repeat(PART_BYTES + 1), fits: false },
    { name: 'the longest of three bytes each', text: '€'.repeat(Math.floor(PART_BYTES / 3)), fits: true },
    { name: 'a character more of three bytes each', text: '€'.repeat(Math.floor(PART_BYTES / 3) + 1), fits: false },
    { name: 'the longest of four bytes each', text: '😀'.repeat(PART_BYTES / 4), fits: true },
  ];
  it.each(rows)('$name', ({ text, fits }) => {
    expect(fitsOnePart(text)).toBe(fits);
  });
});

describe('groups of items', () => {
  const rows = [
    { name: 'nothing', sizes: [], groups: [] },
    { name: 'all in one group', sizes: [3, 3, 4], groups: [[3, 3, 4]] },
    { name: 'a byte too many begins another', sizes: [3, 3, 5], groups: [[3, 3], [5]] },
    { name: 'an item too large for any is alone', sizes: [1, 50, 1], groups: [[1], [50], [1]] },
    { name: 'items without bytes join', sizes: [10, 0, 0], groups: [[10, 0, 0]] },
  ];
  it.each(rows)('$name', ({ sizes, groups }) => {
    const items = sizes.map((bytes) => ({ bytes }));
    expect(groupsOf(items, 10).map((group) => group.map(({ bytes }) => bytes))).toEqual(groups);
  });
});
