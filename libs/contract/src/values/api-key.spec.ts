import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { assert, property, uint8Array } from 'fast-check';
import { hashApiKey, isWellFormedKey, makeApiKey } from './api-key.ts';

const counting = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, index) => index);
const sample = makeApiKey(counting);

function replaceAt(text: string, at: number, character: string): string {
  return text.slice(0, at) + character + text.slice(at + 1);
}

describe('making a key', () => {
  it('has the documented form, so that keys made today are taken by every later build', () => {
    expect(sample).toBe('ved_0123456789ABCDEFGHIJKLMNOPQRSTUV3QG8CZ');
  });

  it('pads the checksum to six characters', () => {
    assert(
      property(uint8Array({ minLength: 32, maxLength: 32, max: 247 }), (bytes) => {
        expect(makeApiKey(() => bytes)).toMatch(/^ved_[0-9A-Za-z]{38}$/);
      }),
    );
  });

  it('draws again where a byte would favour some letters', () => {
    const draws = [new Uint8Array(32).fill(248), new Uint8Array(32).fill(255), new Uint8Array(32).fill(247)];
    expect(makeApiKey(() => draws.shift() ?? new Uint8Array())).toMatch(/^ved_z{32}/);
  });

  it('asks only for what is missing after a redraw', () => {
    const sizes: number[] = [];
    makeApiKey((size) => {
      sizes.push(size);
      return sizes.length === 1 ? new Uint8Array(size).fill(250, 0, 5) : new Uint8Array(size);
    });
    expect(sizes).toEqual([32, 5]);
  });

  it('gives every letter the same chance', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 2_000; i += 1) {
      for (const letter of makeApiKey(randomBytes).slice(4, 36)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    const expected = (2_000 * 32) / 62;
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(counts.size).toBe(62);
    // With 61 degrees of freedom, a fair draw exceeds 150 once in a hundred million runs.
    expect(chiSquare).toBeLessThan(150);
  });
});

describe('the form of a key', () => {
  const rows: { name: string; text: string; isWellFormed: boolean }[] = [
    { name: 'a key', text: sample, isWellFormed: true },
    { name: 'nothing', text: '', isWellFormed: false },
    { name: 'the prefix alone', text: 'ved_', isWellFormed: false },
    { name: 'cut off by one', text: sample.slice(0, -1), isWellFormed: false },
    { name: 'one character more', text: `${sample}0`, isWellFormed: false },
    { name: 'a space in front', text: ` ${sample}`, isWellFormed: false },
    { name: 'a line end behind', text: `${sample}\n`, isWellFormed: false },
    { name: 'another prefix', text: replaceAt(sample, 3, '-'), isWellFormed: false },
    { name: 'the prefix in capitals', text: `VED_${sample.slice(4)}`, isWellFormed: false },
    { name: 'one letter mistyped', text: replaceAt(sample, 9, 'x'), isWellFormed: false },
    { name: 'one letter in the wrong case', text: replaceAt(sample, 20, 'g'), isWellFormed: false },
    { name: 'two letters swapped', text: `ved_1023${sample.slice(8)}`, isWellFormed: false },
    { name: 'a checksum mistyped', text: replaceAt(sample, 41, 'x'), isWellFormed: false },
    { name: 'a letter outside base62', text: replaceAt(sample, 9, '-'), isWellFormed: false },
    { name: 'a letter outside ASCII', text: replaceAt(sample, 9, 'é'), isWellFormed: false },
    { name: 'a fullwidth digit', text: replaceAt(sample, 4, '０'), isWellFormed: false },
    { name: 'all zeros', text: `ved_${'0'.repeat(38)}`, isWellFormed: false },
    { name: 'a megabyte', text: 'ved_'.repeat(250_000), isWellFormed: false },
  ];
  it.each(rows)('$name', ({ text, isWellFormed }) => {
    expect(isWellFormedKey(text)).toBe(isWellFormed);
  });

  it('takes every key that is made', () => {
    for (let i = 0; i < 200; i += 1) expect(isWellFormedKey(makeApiKey(randomBytes))).toBe(true);
  });

  it('refuses every key with one character changed', () => {
    const letters = ['0', '9', 'A', 'Z', 'a', 'z'];
    for (let at = 4; at < sample.length; at += 1) {
      for (const letter of letters.filter((candidate) => candidate !== sample.charAt(at))) {
        expect(isWellFormedKey(replaceAt(sample, at, letter))).toBe(false);
      }
    }
  });
});

describe('the hash of a key', () => {
  it('is the SHA-256 of its text', () => {
    expect(hashApiKey(sample)).toBe(createHash('sha256').update(sample).digest('base64'));
  });
});
