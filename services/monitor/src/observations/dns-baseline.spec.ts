import { describe, expect, it } from '@jest/globals';
import { baselineOf, seenAfter, type SeenRecords } from './dns-baseline.ts';

const NOW = new Date('2026-03-10T00:00:00Z');
const ago = (days: number, ms = 0): string => new Date(NOW.getTime() - days * 86_400_000 - ms).toISOString();
const now = NOW.toISOString();

describe('the baseline', () => {
  it.each<{ name: string; seen: SeenRecords | null; type: string; baseline: string[] | null }>([
    { name: 'is unknown at first', seen: null, type: 'A', baseline: null },
    {
      name: 'has the addresses of the last 7 days',
      seen: { '10.0.0.2': ago(7), '10.0.0.1': ago(0) },
      type: 'A',
      baseline: ['10.0.0.1', '10.0.0.2'],
    },
    {
      name: 'forgets an address after 7 days',
      seen: { '::1': ago(7, 1), '::2': ago(1) },
      type: 'AAAA',
      baseline: ['::2'],
    },
    { name: 'is unknown again once all are forgotten', seen: { '::1': ago(8) }, type: 'AAAA', baseline: null },
    {
      name: 'of other records is the last answer, however old',
      seen: { 'a.test': ago(90) },
      type: 'NS',
      baseline: ['a.test'],
    },
  ])('$name', ({ seen, type, baseline }) => {
    expect(baselineOf(seen, type, NOW)).toEqual(baseline);
  });
});

describe('what is known after an answer', () => {
  it.each<{ name: string; seen: SeenRecords | null; type: string; answer: string[]; after: SeenRecords | undefined }>([
    { name: 'the first one is learned', seen: null, type: 'A', answer: ['10.0.0.1'], after: { '10.0.0.1': now } },
    {
      name: 'a new address joins the others of a pool',
      seen: { '10.0.0.1': ago(1) },
      type: 'A',
      answer: ['10.0.0.2'],
      after: { '10.0.0.1': ago(1), '10.0.0.2': now },
    },
    {
      name: 'old addresses are dropped',
      seen: { '10.0.0.1': ago(8) },
      type: 'A',
      answer: ['10.0.0.2'],
      after: { '10.0.0.2': now },
    },
    {
      name: 'other records are replaced',
      seen: { 'a.test': ago(1) },
      type: 'MX',
      answer: ['b.test'],
      after: { 'b.test': now },
    },
    {
      name: 'a part of other records is another set',
      seen: { a: ago(0), b: ago(0) },
      type: 'TXT',
      answer: ['a'],
      after: { a: now },
    },
    {
      name: 'the same answer within an hour is no news',
      seen: { a: ago(0, 3_599_999) },
      type: 'NS',
      answer: ['a'],
      after: undefined,
    },
    {
      name: 'the same answer after an hour is',
      seen: { a: ago(0, 3_600_000) },
      type: 'NS',
      answer: ['a'],
      after: { a: now },
    },
    {
      name: 'records with names of our objects are records',
      seen: null,
      type: 'TXT',
      answer: ['constructor'],
      after: { constructor: now },
    },
  ])('$name', ({ seen, type, answer, after }) => {
    expect(seenAfter(seen, type, answer, NOW)).toEqual(after);
  });
});

describe('a hostile name server', () => {
  const addresses = (from: number): string[] =>
    Array.from({ length: 4_000 }, (_, index) => `2001:db8:${from}::${index.toString(16)}`);

  it('cannot make the baseline grow without bound: the addresses seen last are kept', () => {
    let seen: SeenRecords | null = null;
    for (let hour = 5; hour >= 0; hour -= 1) {
      const at = new Date(NOW.getTime() - hour * 3_600_000);
      seen = seenAfter(seen, 'AAAA', addresses(hour), at) ?? seen;
    }
    const baseline = new Set(baselineOf(seen, 'AAAA', NOW));
    expect(baseline.size).toBe(5_000);
    expect(addresses(0).every((address) => baseline.has(address))).toBe(true);
  });

  it('is not held against an answer that is too large to be kept', () => {
    const names = Array.from({ length: 4_681 }, (_, index) => `${'x'.repeat(240)}${index}.test`);
    const seen = seenAfter({ 'ns1.test': ago(1) }, 'NS', names, NOW);
    expect(seen).toEqual({});
    expect(baselineOf(seen ?? null, 'NS', NOW)).toBeNull();
  });
});
