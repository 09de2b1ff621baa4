import { describe, expect, it } from '@jest/globals';
import type { UptimeDay } from '@vedette/contract';
import { datesFrom } from '../view/local-dates.ts';
import type { ComponentView, DayView } from '../view/page-view.ts';
import { dayWords, segmentsOf, uptimeBars, type Segment } from './uptime-bars.ts';

interface Seconds {
  readonly up: number;
  readonly degraded: number;
  readonly down: number;
  readonly maintenance: number;
  readonly unknown: number;
}
const day = (seconds: Partial<Seconds>, percent: number | null = null): UptimeDay => {
  const { up = 0, degraded = 0, down = 0, maintenance = 0, unknown = 0 } = seconds;
  return [percent, up, degraded, down, maintenance, unknown];
};

describe('the bar of a day', () => {
  const rows: { name: string; seconds: Partial<Seconds>; is: Segment[] }[] = [
    { name: 'up all day is green alone', seconds: { up: 86_400 }, is: [] },
    { name: 'down all day is red alone', seconds: { down: 86_400 }, is: [{ kind: 'down', y: 0, height: 32 }] },
    { name: 'half a day', seconds: { up: 43_200, down: 43_200 }, is: [{ kind: 'down', y: 10, height: 22 }] },
    {
      name: 'a minute of downtime is seen',
      seconds: { up: 86_340, down: 60 },
      is: [{ kind: 'down', y: 21, height: 11 }],
    },
    { name: 'a minute without data is not', seconds: { up: 86_340, unknown: 60 }, is: [] },
    { name: 'no data at all', seconds: { unknown: 86_400 }, is: [{ kind: 'unknown', y: 0, height: 32 }] },
    { name: 'a day that has not begun', seconds: {}, is: [{ kind: 'unknown', y: 0, height: 32 }] },
    {
      name: 'everything, from the bottom up, within the bar',
      seconds: { up: 30, degraded: 10, down: 20, maintenance: 10, unknown: 30 },
      is: [
        { kind: 'down', y: 17, height: 15 },
        { kind: 'degraded', y: 6, height: 11 },
        { kind: 'maintenance', y: 0, height: 6 },
      ],
    },
  ];
  it.each(rows)('$name', ({ seconds, is }) => {
    expect(segmentsOf(day(seconds))).toEqual(is);
  });
});

describe('the words of a day', () => {
  it.each<{ day: DayView; is: string }>([
    { day: day({ up: 86_400 }, 100), is: '100% uptime' },
    { day: day({ up: 85_800, down: 600 }, 99.305), is: '99.305% uptime, 10 min down' },
    { day: day({ up: 82_800, degraded: 3_600 }, 100), is: '100% uptime, 1 h degraded' },
    {
      day: day({ up: 40_000, maintenance: 3_600, unknown: 60 }, 100),
      is: '100% uptime, 1 h maintenance, 1 min without data',
    },
    { day: day({ maintenance: 86_400 }), is: '1 d maintenance' },
    { day: day({ unknown: 86_400 }), is: 'No data' },
    { day: null, is: 'No data' },
  ])('$is', ({ day: shown, is }) => {
    expect(dayWords(shown)).toBe(is);
  });
});

describe('the bars of a component', () => {
  const up = day({ up: 86_400 }, 100);
  const unknown = day({ unknown: 86_400 });
  const days: DayView[] = [null, ...Array.from({ length: 59 }, () => unknown), ...Array.from({ length: 30 }, () => up)];
  days[70] = day({ up: 85_800, down: 600 }, 99.305);
  const component: ComponentView = {
    id: 'cmp_1',
    name: 'API & "more"',
    description: null,
    group: null,
    state: 'OPERATIONAL',
    percent: 99.976,
    days,
  };
  const dates = datesFrom('2026-03-01', 90);
  const { text } = uptimeBars(component, dates);

  it('say in words what they show', () => {
    expect(text).toContain(
      'aria-label="API &amp; &quot;more&quot;: 99.976% uptime in the last 90 days, downtime on 10 May 2026 (10 min)"',
    );
  });

  it('list the days that are not plainly up', () => {
    expect(text).toContain('data-days="0-59:No data;70:99.305% uptime, 10 min down"');
  });

  it('draw neighbours as one', () => {
    expect(text).toContain('<path class="unknown" d="M0 0h480v32h-480z"/>');
    expect(text).toContain('<path class="down" d="M560 21h8v11h-8z"/>');
  });

  it('are a picture of nothing before the first answer', () => {
    const empty = uptimeBars({ ...component, percent: null, days: [] }, dates).text;
    expect(empty).toContain('no uptime recorded');
    expect(empty).toContain('data-days="0-89:No data"');
    expect(empty).toContain('<path class="unknown" d="M0 0h720v32h-720z"/>');
  });
});
