import { describe, expect, it } from '@jest/globals';
import { replayRange } from './replay-range.ts';

const NOW = new Date('2026-03-31T12:00:00Z');
const LONG_AGO = new Date('2025-01-01T00:00:00Z');
const at = (text: string): number => Date.parse(text);

describe('the range of a replay', () => {
  it.each([
    { name: 'is the last 30 days', asked: {}, from: '2026-03-01T12:00:00Z', to: '2026-03-31T12:00:00Z' },
    {
      name: 'is what was asked for',
      asked: { from: '2026-03-10T00:00Z', to: '2026-03-11T00:00Z' },
      from: '2026-03-10T00:00:00Z',
      to: '2026-03-11T00:00:00Z',
    },
    {
      name: 'is 30 days before its end, exactly',
      asked: { from: '2026-01-01T00:00Z', to: '2026-01-31T00:00Z' },
      from: '2026-01-01T00:00:00Z',
      to: '2026-01-31T00:00:00Z',
    },
    {
      name: 'ends now instead of later',
      asked: { from: '2026-03-31T00:00Z', to: '2027-01-01T00:00Z' },
      from: '2026-03-31T00:00:00Z',
      to: '2026-03-31T12:00:00Z',
    },
  ])('$name', ({ asked, from, to }) => {
    expect(replayRange(asked, LONG_AGO, NOW)).toEqual({
      kind: 'range',
      askedFrom: at(from),
      range: { from: at(from), to: at(to) },
    });
  });

  it.each([
    { name: 'begins where checks are stored', stored: '2026-03-20T00:00:00Z', from: '2026-03-20T00:00:00Z' },
    { name: 'is empty if none are', stored: '2026-04-01T00:00:00Z', from: '2026-03-31T12:00:00Z' },
  ])('$name', ({ stored, from }) => {
    expect(replayRange({}, new Date(stored), NOW)).toEqual({
      kind: 'range',
      askedFrom: at('2026-03-01T12:00:00Z'),
      range: { from: at(from), to: NOW.getTime() },
    });
  });

  it.each([
    {
      name: 'longer than 30 days',
      asked: { from: '2026-01-01T00:00Z', to: '2026-01-31T00:00:00.001Z' },
      message: 'from must be at most 30 days before to',
    },
    {
      name: 'that ends where it begins',
      asked: { from: '2026-03-01T00:00Z', to: '2026-03-01T00:00Z' },
      message: 'from must be before to, which is 2026-03-01T00:00:00.000Z',
    },
    {
      name: 'in the future',
      asked: { from: '2026-04-01T00:00Z' },
      message: 'from must be before to, which is 2026-03-31T12:00:00.000Z',
    },
  ])('$name is refused', ({ asked, message }) => {
    expect(replayRange(asked, LONG_AGO, NOW)).toEqual({ kind: 'refused', faults: [{ path: 'from', message }] });
  });
});
