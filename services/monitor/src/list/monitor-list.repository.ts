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

/** Neither heartbeat addresses nor credentials: the column has URLs without them. Only the type says what is checked. */
const TARGET = `
  CASE m.type
    WHEN 'CRON' THEN NULL
    WHEN 'PING' THEN m.host
    WHEN 'PORT' THEN CASE WHEN strpos(m.host, ':') > 0 THEN '[' || m.host || ']' ELSE m.host END || ':' || m.port
    ELSE m.url
  END`;

// Left joins to tables with one row at most for each monitor cost nothing where nothing of the table is used.
const RUNTIME = 'LEFT JOIN monitor.monitor_runtime AS r ON r.monitor_id = m.id';
const SUMMARY = 'LEFT JOIN monitor.monitor_summary AS s ON s.monitor_id = m.id';

interface SortKey {
  /** A number by which monitors are in the order of the sort; NULL comes last. */
  readonly key: string;
  /** The table beside that of the monitors from which it comes. */
  readonly from: string;
}

const SORT_KEYS: Readonly<Record<MonitorListSort, SortKey>> = {
  state: {
    key: `CASE r.state WHEN 'DOWN' THEN 1 WHEN 'DEGRADED' THEN 2 WHEN 'PENDING' THEN 3 WHEN 'UP' THEN 4 ELSE 5 END`,
    from: RUNTIME,
  },
  name: { key: '0', from: '' },
  uptime: { key: 's.uptime_30d', from: SUMMARY },
  latency: { key: '-s.median_ms', from: SUMMARY },
  lastStatusChangedAt: { key: `-date_part('epoch', r.last_status_changed_at)`, from: RUNTIME },
};

/** A condition for each filter, with the parameter of its value. */
const FILTERS = {
  search: (value: string) => `(strpos(lower(m.name), ${value}) > 0 OR strpos(lower(${TARGET}), ${value}) > 0)`,
  type: (value: string) => `m.type = ${value}::monitor.monitor_type`,
  state: (value: string) => `r.state = ${value}::monitor.monitor_state`,
} as const;

type Filter = keyof typeof FILTERS;

const ALL = 'SELECT coalesce(max(monitors), 0) AS total FROM monitor.monitor_count WHERE organization_id = $1';
const MATCHING = 'SELECT count(*)::integer AS total FROM matching';

/**
 * $1 organization, $2 limit, $3 offset, then the value of each filter. One row for each monitor of the page, in order; an
 * empty page is one row without an item. A page looks at all monitors of the organization, so it joins and compares only
 * what it must, counts them only if they are filtered, and keeps the matching ones only where finding them again would
 * cost more.
 */
function pageOf(sort: MonitorListSort, filters: readonly Filter[]): string {
  const { key, from } = SORT_KEYS[sort];
  const joined = filters.includes('state') && from !== RUNTIME ? `${RUNTIME} ${from}` : from;
  const conditions = filters.map((filter, index) => `AND ${FILTERS[filter](`$${index + 4}`)}`).join(' ');
  return `
    WITH matching AS ${filters.includes('search') ? '' : 'NOT'} MATERIALIZED (
      SELECT m.id, ${key} AS key, lower(m.name) AS name FROM monitor.monitor AS m ${joined}
      WHERE m.organization_id = $1 AND m.deleted_at IS NULL ${conditions}
    )
    SELECT counted.total, pass.made_at AS "summarizedAt", page.item
    FROM (${filters.length === 0 ? ALL : MATCHING}) AS counted
    CROSS JOIN monitor.summary_pass AS pass
    LEFT JOIN (
      SELECT top.place, json_build_object(
        'id', m.id, 'name', m.name, 'type', m.type, 'state', r.state, 'target', ${TARGET}, 'number', m.number,
        'lastStatusChangedAt', ${instant('r.last_status_changed_at')}, 'lastCheckedAt', ${instant('r.last_checked_at')},
        'lastResponseMs', r.last_response_ms, 'uptime24h', s.uptime_24h, 'uptime30d', s.uptime_30d,
        'latencyMs', s.median_ms, 'hoursUntil', ${instant('s.hours_until')}, 'medians', s.medians
      ) AS item
      FROM (
        SELECT id, row_number() OVER () AS place
        FROM (SELECT id FROM matching ORDER BY key NULLS LAST, name, id LIMIT $2 OFFSET $3) AS ordered
      ) AS top JOIN monitor.monitor AS m ON m.id = top.id ${RUNTIME} ${SUMMARY}
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
    const given = Object.entries({ search: search?.toLowerCase(), type, state }).filter(
      ([, value]) => value !== undefined,
    );
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
