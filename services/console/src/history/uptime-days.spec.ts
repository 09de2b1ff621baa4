import { describe, expect, it } from '@jest/globals';
import type { MonitorStateSpan } from '@vedette/sdk';
import { uptimeDays } from './uptime-days.ts';

const NOW = Date.parse('2026-03-03T12:00:00.000Z');
const span = (state: MonitorStateSpan['state'], startedAt: string, endedAt: string | null): MonitorStateSpan => ({
  state,
  startedAt: `2026-${startedAt}.000Z`,
  endedAt: endedAt === null ? null : `2026-${endedAt}.000Z`,
});
const shown = (spans: readonly MonitorStateSpan[]): string[] =>
  uptimeDays(spans, NOW, 3).map(({ tone, percent, downMs }) => `${tone} ${percent ?? '-'} ${downMs / 60_000}`);

describe('uptimeDays', () => {
  it.each([
    { name: 'nothing known', spans: [], is: ['none - 0', 'none - 0', 'none - 0'] },
    {
      name: 'up since the second day',
      spans: [span('UP', '03-02T06:00:00', null)],
      is: ['none - 0', 'good 100 0', 'good 100 0'],
    },
    {
      name: 'an outage over midnight, which both days show',
      spans: [
        span('UP', '02-01T00:00:00', '03-01T18:00:00'),
        span('DOWN', '03-01T18:00:00', '03-02T12:00:00'),
        span('UP', '03-02T12:00:00', null),
      ],
      is: ['bad 75 360', 'bad 50 720', 'good 100 0'],
    },
    {
      name: 'a slow day beside one that nobody watched',
      spans: [
        span('DEGRADED', '03-01T00:00:00', '03-01T01:00:00'),
        span('UP', '03-01T01:00:00', '03-02T00:00:00'),
        span('UNOBSERVED', '03-02T00:00:00', '03-03T00:00:00'),
        span('PAUSED', '03-03T00:00:00', null),
      ],
      is: ['slow 100 0', 'none - 0', 'none - 0'],
    },
  ])('$name', ({ spans, is }) => {
    expect(shown(spans)).toEqual(is);
    expect(shown(spans.toReversed())).toEqual(is);
  });
});
