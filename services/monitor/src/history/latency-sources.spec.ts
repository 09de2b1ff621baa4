import { describe, expect, it } from '@jest/globals';
import { sourcesOf, type RolledUp } from './latency-sources.ts';
import type { StepSeconds } from './latency-steps.ts';

const at = (text: string): Date => new Date(text);
const rolledUp: RolledUp = { daysUntil: at('2026-04-08T00:00:00Z'), hoursUntil: at('2026-04-10T11:00:00Z') };
const none: RolledUp = { daysUntil: null, hoursUntil: null };

describe('latencies are read', () => {
  it.each<[string, StepSeconds, string, string, RolledUp, [number, string, string][]]>([
    [
      'for minutes from checks',
      60,
      '2026-04-01T00:00Z',
      '2026-04-02T00:00Z',
      rolledUp,
      [[60, '2026-04-01T00:00Z', '2026-04-02T00:00Z']],
    ],
    [
      'for hours from hours, and the newest from checks',
      3_600,
      '2026-04-01T00:00Z',
      '2026-04-10T13:00Z',
      rolledUp,
      [
        [3_600, '2026-04-01T00:00Z', '2026-04-10T11:00Z'],
        [60, '2026-04-10T11:00Z', '2026-04-10T13:00Z'],
      ],
    ],
    [
      'for days from days, hours and checks',
      86_400,
      '2026-04-01T00:00Z',
      '2026-04-11T00:00Z',
      rolledUp,
      [
        [86_400, '2026-04-01T00:00Z', '2026-04-08T00:00Z'],
        [3_600, '2026-04-08T00:00Z', '2026-04-10T11:00Z'],
        [60, '2026-04-10T11:00Z', '2026-04-11T00:00Z'],
      ],
    ],
    [
      'for old days from days alone',
      86_400,
      '2026-03-01T00:00Z',
      '2026-04-01T00:00Z',
      rolledUp,
      [[86_400, '2026-03-01T00:00Z', '2026-04-01T00:00Z']],
    ],
    [
      'for new hours from checks alone',
      3_600,
      '2026-04-10T11:00Z',
      '2026-04-10T13:00Z',
      rolledUp,
      [[60, '2026-04-10T11:00Z', '2026-04-10T13:00Z']],
    ],
    [
      'from checks before anything is counted',
      86_400,
      '2026-04-01T00:00Z',
      '2026-04-02T00:00Z',
      none,
      [[60, '2026-04-01T00:00Z', '2026-04-02T00:00Z']],
    ],
  ])('%s', (_, seconds, from, to, known, expected) => {
    const sources = sourcesOf({ seconds, from: at(from), to: at(to) }, known);
    expect(sources).toEqual(
      expected.map(([length, first, last]) => ({ seconds: length, from: at(first), to: at(last) })),
    );
  });
});
