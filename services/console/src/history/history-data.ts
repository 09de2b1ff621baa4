import type { LatencyPoint, Monitor, MonitorUptime } from '@vedette/sdk';
import { api } from '../api/client.ts';
import { resource, type Resource } from '../data/resource.ts';
import { shownZone } from '../format/format.ts';
import { chartRange, percentileLines, phaseLines, regionLines, type ChartData, type ChartRange } from './chart-data.ts';

export const RANGES = { '24h': 1, '7d': 7, '30d': 30 } as const;
export type Range = keyof typeof RANGES;
export const VIEWS = ['percentiles', 'phases', 'regions'] as const;
export type View = (typeof VIEWS)[number];

export const DAYS = 90;
/** No event tells of uptimes. */
export const UPTIME_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const NEW_MS = 6 * 3_600_000;
/** So many checks one by one; more would be a blur. */
const CHECKS = 100;
const MOST_REGIONS = 6;
/** A line goes on over one missed check. */
const MISSED = 2.5;
/** How many steps of a table a range has. */
const TABLE_STEPS: Readonly<Record<Range, '3600' | '86400'>> = { '24h': '3600', '7d': '86400', '30d': '86400' };

export interface Charted {
  readonly data: ChartData;
  /** In seconds. */
  readonly range: ChartRange;
}

type Watched = Pick<Monitor, 'id' | 'intervalSeconds' | 'createdAt'>;

/** What is asked for: hours have enough checks for percentiles; of a new monitor every minute is shown. */
interface Asked {
  readonly from: string;
  readonly step: '60' | '3600';
}

const startOf = (range: Range): number => Date.now() - RANGES[range] * DAY_MS;

export function chartResource(monitor: Watched, range: Range, view: View): Resource<Charted> {
  const { id, intervalSeconds, createdAt } = monitor;
  return resource(
    `chart ${id} ${range} ${view}`,
    async () => {
      const to = Date.now();
      const from = Math.max(startOf(range), Date.parse(createdAt));
      const step = to - from < NEW_MS ? '60' : '3600';
      const asked = { from: new Date(from).toISOString(), step } as const;
      const data = await load(view, id, asked, intervalSeconds);
      return { data, range: chartRange(data, { from: from / 1_000, to: to / 1_000 }, view === 'phases') };
    },
    [`monitor ${id}`],
  );
}

async function load(view: View, id: string, asked: Asked, intervalSeconds: number): Promise<ChartData> {
  const silenceOf = (step: number): number => Math.max(step * 1_000 * 2, intervalSeconds * 1_000 * MISSED, MINUTE_MS);
  switch (view) {
    case 'percentiles': {
      const { step, points } = await api().monitors.getLatency(id, asked);
      return percentileLines(points, silenceOf(step));
    }
    case 'phases': {
      const { data } = await api().monitors.listChecks(id, { from: asked.from, limit: CHECKS });
      return phaseLines(data);
    }
    case 'regions': {
      const { data } = await api().monitors.listChecks(id, { limit: CHECKS });
      const names = [...new Set(data.flatMap(({ region }) => (region === null ? [] : [region])))].toSorted();
      const shown = names.slice(0, MOST_REGIONS);
      const answers = await Promise.all(shown.map((region) => api().monitors.getLatency(id, { ...asked, region })));
      const found = answers.map(({ points }, index) => ({ name: shown[index] ?? '', points }));
      return regionLines(found, silenceOf(answers[0]?.step ?? 0));
    }
  }
}

export function latencyTable(id: string, range: Range): Resource<readonly LatencyPoint[]> {
  return resource(
    `latency table ${id} ${range}`,
    async () => {
      const from = new Date(startOf(range)).toISOString();
      const { points } = await api().monitors.getLatency(id, { from, step: TABLE_STEPS[range] });
      return points.filter(({ count }) => count > 0).toReversed();
    },
    [`monitor ${id}`],
  );
}

/** The last 90 days in the reader's time zone. */
export function uptimeDays(id: string): Resource<MonitorUptime> {
  const timezone = shownZone();
  return resource(
    `uptime days ${id} ${timezone}`,
    async () => await api().monitors.getUptime(id, { days: DAYS, timezone }),
    [`monitor ${id}`],
  );
}

/** The last 30 days. */
export function uptimeResource(id: string): Resource<MonitorUptime> {
  return resource(`uptime of ${id}`, async () => await api().monitors.getUptime(id), [`monitor ${id}`]);
}
