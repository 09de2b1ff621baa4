import { describe, expect, it } from '@jest/globals';
import { firstUncovered, isCovered } from './spans.ts';

const at = (hour: number, minute = 0): Date => new Date(Date.UTC(2026, 5, 1, hour, minute));
const span = (from: number, to: number) => ({ startsAt: at(from), endsAt: at(to) });

describe('an instant', () => {
  it.each([
    { name: 'without windows', instant: at(10), spans: [], covered: false, free: at(10) },
    { name: 'before a window', instant: at(9, 59), spans: [span(10, 11)], covered: false, free: at(9, 59) },
    { name: 'as a window starts', instant: at(10), spans: [span(10, 11)], covered: true, free: at(11) },
    { name: 'inside a window', instant: at(10, 30), spans: [span(10, 11)], covered: true, free: at(11) },
    { name: 'as a window ends', instant: at(11), spans: [span(10, 11)], covered: false, free: at(11) },
    {
      name: 'in the first of two that touch',
      instant: at(10),
      spans: [span(11, 12), span(10, 11)],
      covered: true,
      free: at(12),
    },
    {
      name: 'in the first of two apart',
      instant: at(10),
      spans: [span(12, 13), span(10, 11)],
      covered: true,
      free: at(11),
    },
    {
      name: 'in a window inside another',
      instant: at(10),
      spans: [span(9, 13), span(10, 11)],
      covered: true,
      free: at(13),
    },
  ])('$name', ({ instant, spans, covered, free }) => {
    expect(isCovered(instant, spans)).toBe(covered);
    expect(firstUncovered(instant, spans)).toEqual(free);
  });
});
