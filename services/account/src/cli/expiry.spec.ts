import { describe, expect, it } from '@jest/globals';
import { readExpiry } from './expiry.ts';

const now = new Date('2026-06-01T12:00:00.000Z');

describe('until when a key is good', () => {
  const rows: { text: string; at: string | null }[] = [
    { text: '1h', at: '2026-06-01T13:00:00.000Z' },
    { text: '90d', at: '2026-08-30T12:00:00.000Z' },
    { text: '99999d', at: '2300-03-16T12:00:00.000Z' },
    { text: '2026-06-02', at: '2026-06-02T00:00:00.000Z' },
    { text: '2026-06-01T12:00:00.001Z', at: '2026-06-01T12:00:00.001Z' },
    { text: '2030-01-31T12:00:00+02:00', at: '2030-01-31T10:00:00.000Z' },
    { text: '2026-06-01T12:00:00Z', at: null },
    { text: '2026-06-01', at: null },
    { text: '2020-01-01T00:00:00Z', at: null },
    { text: '0d', at: null },
    { text: '-1d', at: null },
    { text: '100000d', at: null },
    { text: '1.5d', at: null },
    { text: '90', at: null },
    { text: '90D', at: null },
    { text: '90m', at: null },
    { text: '90 d', at: null },
    { text: '2027-02-29', at: null },
    { text: '2030-01-31T12:00:00', at: null },
    { text: 'tomorrow', at: null },
    { text: '', at: null },
  ];
  it.each(rows)('$text → $at', ({ text, at }) => {
    const read = readExpiry(text, now);
    expect(read.ok ? read.value.toISOString() : null).toBe(at);
  });
});
