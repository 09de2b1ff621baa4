import { describe, expect, it } from '@jest/globals';
import { changesWords, type MonitorChange } from './monitor-changes.ts';

const updated = (minute: number, ...fields: string[]): MonitorChange => ({
  at: new Date(Date.UTC(2026, 10, 15, 9, minute)).toISOString(),
  kind: 'UPDATED',
  fields,
});

describe('what was changed on a monitor', () => {
  it.each([
    { name: 'is nothing', changes: [], words: undefined },
    {
      name: 'is the fields and when',
      changes: [updated(40, 'timeoutSec', 'url')],
      words: 'timeoutSec, url at 2026-11-15 09:40 UTC',
    },
    {
      name: 'is that it was resumed',
      changes: [{ ...updated(41), kind: 'RESUMED' as const }, updated(40, 'url')],
      words: 'resumed at 2026-11-15 09:41 UTC; url at 2026-11-15 09:40 UTC',
    },
    {
      name: 'is the last five changes, and how many came before',
      changes: [9, 8, 7, 6, 5, 4, 3].map((minute) => updated(minute, 'url')),
      words: [9, 8, 7, 6, 5].map((minute) => `url at 2026-11-15 09:0${minute} UTC`).join('; ') + '; 2 earlier',
    },
    {
      name: 'is the last five changes',
      changes: [9, 8, 7, 6, 5].map((minute) => updated(minute, 'url')),
      words: [9, 8, 7, 6, 5].map((minute) => `url at 2026-11-15 09:0${minute} UTC`).join('; '),
    },
  ])('$name', ({ changes, words }) => {
    expect(changesWords(changes)).toBe(words);
  });
});
