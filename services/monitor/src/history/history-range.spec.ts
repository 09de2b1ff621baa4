import { describe, expect, it } from '@jest/globals';
import { rangeOf, sinceCreation, type RangeQuery } from './history-range.ts';

const NOW = new Date('2026-04-10T12:00:00Z');
const at = (text: string): Date => new Date(text);

describe('the range of a query', () => {
  it.each<[string, RangeQuery, string, string]>([
    ['nothing: the days before now', {}, '2026-04-09T12:00:00Z', '2026-04-10T12:00:00Z'],
    ['a beginning alone', { from: '2026-04-01T00:00Z' }, '2026-04-01T00:00:00Z', '2026-04-10T12:00:00Z'],
    ['an end alone', { to: '2026-04-05T00:00:00Z' }, '2026-04-04T00:00:00Z', '2026-04-05T00:00:00Z'],
    ['an end in the future', { to: '2027-01-01T00:00:00Z' }, '2026-04-09T12:00:00Z', '2026-04-10T12:00:00Z'],
    [
      'a local day on which clocks go forward: 23 hours',
      { from: '2026-03-29T00:00:00+01:00', to: '2026-03-30T00:00:00+02:00' },
      '2026-03-28T23:00:00Z',
      '2026-03-29T22:00:00Z',
    ],
    [
      'a local day on which clocks go back: 25 hours',
      { from: '2025-10-26T00:00:00+02:00', to: '2025-10-27T00:00:00+01:00' },
      '2025-10-25T22:00:00Z',
      '2025-10-26T23:00:00Z',
    ],
    [
      'the longest one',
      { from: '2025-03-06T12:00:00Z', to: '2026-04-10T12:00:00Z' },
      '2025-03-06T12:00:00Z',
      '2026-04-10T12:00:00Z',
    ],
    [
      'the shortest one',
      { from: '2026-04-01T00:00:00.000Z', to: '2026-04-01T00:00:00.001Z' },
      '2026-04-01T00:00:00.000Z',
      '2026-04-01T00:00:00.001Z',
    ],
  ])('%s', (_, query, from, to) => {
    expect(rangeOf(query, 1, NOW)).toEqual({ kind: 'range', range: { from: at(from), to: at(to) } });
  });

  it.each<[string, RangeQuery, string]>([
    ['an empty one', { from: '2026-04-01T00:00Z', to: '2026-04-01T00:00Z' }, 'from must be before to'],
    ['one backwards', { from: '2026-04-02T00:00Z', to: '2026-04-01T00:00Z' }, 'from must be before to'],
    [
      'one that begins now',
      { from: '2026-04-10T12:00:00Z' },
      'from must be before to, which is 2026-04-10T12:00:00.000Z',
    ],
    ['one in the future', { from: '2026-05-01T00:00Z', to: '2026-06-01T00:00Z' }, 'from must be before to'],
    ['one that is too long', { from: '2025-03-06T11:59:59.999Z' }, 'from must be at most 400 days before to'],
  ])('refuses %s', (_, query, message) => {
    expect(rangeOf(query, 1, NOW)).toEqual({
      kind: 'refused',
      faults: [{ path: 'from', message: expect.stringContaining(message) }],
    });
  });
});

describe('a range is clipped to the creation', () => {
  const range = { from: at('2026-04-01T00:00:00Z'), to: at('2026-04-02T00:00:00Z') };
  it.each([
    { name: 'not when it begins later', createdAt: '2026-03-01T00:00:00Z', from: '2026-04-01T00:00:00Z' },
    { name: 'not when it begins with it', createdAt: '2026-04-01T00:00:00Z', from: '2026-04-01T00:00:00Z' },
    { name: 'within it', createdAt: '2026-04-01T12:00:00Z', from: '2026-04-01T12:00:00Z' },
    { name: 'at its end: nothing is left', createdAt: '2026-04-02T00:00:00Z', from: '2026-04-02T00:00:00Z' },
    { name: 'behind it: nothing is left', createdAt: '2026-04-03T00:00:00Z', from: '2026-04-02T00:00:00Z' },
  ])('$name', ({ createdAt, from }) => {
    expect(sinceCreation(range, at(createdAt))).toEqual({ from: at(from), to: range.to });
  });
});
