import { Injectable } from '@nestjs/common';
import type { MonitorListItem, MonitorListSort, QueryOf } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import type { HourMedian, LatencySummary } from './monitor-summary.ts';

export type ListQuery = QueryOf<'getMonitorList'> & { readonly sort: MonitorListSort };

export interface ListedMonitor extends Omit<MonitorListItem, 'latencies'> {
  /** What the history calls the monitor. */
  readonly number: number;
  /** Null before the monitor was first summarized. */
  readonly hoursUntil: Date | null;
  readonly medians: LatencySummary['medians'] | null;
}

export interface ListPage {
  readonly monitors: readonly ListedMonitor[];
  readonly total: number;
  /** Null before the first summary. */
  readonly summarizedAt: Date | null;
}

interface PageRow {
  readonly total: number;
  readonly summarizedAt: Date | null;
  readonly item: (Omit<ListedMonitor, 'hoursUntil'> & { readonly hoursUntil: string | null }) | null;
}

/**
 * The columns of each sort before the name, which comes next, and the id. Each of them has an index in this order. NULL
 * comes last.
 */
const SORT_KEYS: Readonly<Record<MonitorListSort, string>> = {
  state: 'l.state,',
  name: '',
  uptime: 'l.uptime_30d,',
  latency: 'l.median_ms DESC NULLS LAST,',
  lastStatusChangedAt: 'l.changed_at DESC NULLS LAST,',
};

/** A condition for each filter, with the parameter of its value. */
const FILTERS = {
  // In subqueries, so that the text is folded once and not for each monitor.
  search: (value: string) =>
    `(strpos(l.name, (SELECT monitor.folded(${value}))) > 0 OR strpos(l.target, (SELECT monitor.folded(${value}))) > 0)`,
  type: (value: string) => `l.type = ${value}::monitor.monitor_type`,
  state: (value: string) => `l.state = ${value}::monitor.listed_state`,
} as const;

type Filter = keyof typeof FILTERS;

const ALL = 'SELECT coalesce(max(monitors), 0) AS total FROM monitor.monitor_count WHERE organization_id = $1';
const MATCHING = 'SELECT count(*)::integer AS total FROM matching AS l';

/** Of the monitor `page.monitor_id`. */
const ITEM = `
  SELECT json_build_object(
    'id', m.id, 'name', m.name, 'type', m.type, 'state', r.state, 'target', monitor.target_of(m), 'number', m.number,
    'lastStatusChangedAt', ${instant('r.last_status_changed_at')}, 'lastCheckedAt', ${instant('r.last_checked_at')},
    'lastResponseMs', r.last_response_ms, 'uptime24h', s.uptime_24h, 'uptime30d', l.uptime_30d,
    'latencyMs', l.median_ms, 'hoursUntil', ${instant('s.hours_until')}, 'medians', s.medians
  )
  FROM monitor.monitor_listing AS l
  JOIN monitor.monitor AS m ON m.id = l.monitor_id
  JOIN monitor.monitor_runtime AS r ON r.monitor_id = l.monitor_id
  LEFT JOIN monitor.monitor_summary AS s ON s.monitor_id = l.monitor_id
  WHERE l.monitor_id = page.monitor_id`;

/**
 * $1 organization, $2 limit, $3 offset, then the value of each filter. One row for each monitor of the page, in order; an
 * empty page is one row without an item. Where nothing is searched, an index gives the page in its order, and monitors
 * are counted only if they are filtered. A search looks at the listings of all monitors, once. Only the monitors of the
 * page are looked up, one by one: PostgreSQL would read whole tables for a join.
 */
function pageOf(sort: MonitorListSort, filters: readonly Filter[]): string {
  const conditions = filters.map((filter, index) => `AND ${FILTERS[filter](`$${index + 4}`)}`).join(' ');
  return `
    WITH matching AS ${filters.includes('search') ? '' : 'NOT'} MATERIALIZED (
      SELECT l.* FROM monitor.monitor_listing AS l WHERE l.organization_id = $1 ${conditions}
    )
    SELECT counted.total, pass.made_at AS "summarizedAt", (${ITEM}) AS item
    FROM (${filters.length === 0 ? ALL : MATCHING}) AS counted
    CROSS JOIN monitor.summary_pass AS pass
    LEFT JOIN (
      SELECT monitor_id, row_number() OVER () AS place
      FROM (
        SELECT l.monitor_id FROM matching AS l ORDER BY ${SORT_KEYS[sort]} l.name, l.monitor_id LIMIT $2 OFFSET $3
      ) AS ordered
    ) AS page ON true
    ORDER BY page.place`;
}

/** $1 numbers, $2 since. */
const MEDIANS_SINCE = `
  SELECT monitor_number AS number, date_part('epoch', date_trunc('hour', slot_at, 'UTC')) * 1000 AS at,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY response_ms) AS "medianMs"
  FROM monitor.check_result
  WHERE monitor_number = ANY ($1) AND slot_at >= $2 AND response_ms IS NOT NULL
  GROUP BY 1, 2`;

/** Reads the list of the console: the present states, and summaries. */
@Injectable()
export class MonitorListRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  async page(organizationId: string, { limit, offset, sort, search, type, state }: ListQuery): Promise<ListPage> {
    const given = Object.entries({ search, type, state }).filter(([, value]) => value !== undefined);
    const filters = given.map(([filter]) => filter as Filter);
    const { rows } = await this.#pool.query<PageRow>({
      name: ['monitor-list', sort, ...filters].join(' '),
      text: pageOf(sort, filters),
      values: [organizationId, limit, offset, ...given.map(([, value]) => value)],
    });
    const monitors = rows.flatMap(({ item }) =>
      item === null ? [] : { ...item, hoursUntil: item.hoursUntil === null ? null : new Date(item.hoursUntil) },
    );
    return { monitors, total: rows[0]?.total ?? 0, summarizedAt: rows[0]?.summarizedAt ?? null };
  }

  /** The medians of the hours that are not summarized yet, by the numbers of the monitors. */
  async mediansSince(numbers: readonly number[], since: Date): Promise<Map<number, HourMedian[]>> {
    if (numbers.length === 0) return new Map();
    const { rows } = await this.#pool.query<HourMedian & { number: number }>({
      name: 'medians-since',
      text: MEDIANS_SINCE,
      values: [numbers, since],
    });
    return Map.groupBy(rows, ({ number }) => number);
  }
}

function instant(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
