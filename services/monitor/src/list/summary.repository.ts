import { Injectable } from '@nestjs/common';
import { ServiceDatabase } from '@vedette/service-host';
import type { StepCounts } from '../history/latency-histogram.ts';
import { COUNT_COLUMNS, countsOf, type CountsRow } from '../history/latency.repository.ts';
import type { LatencySummary } from './monitor-summary.ts';

export interface SummarizedMonitor {
  readonly id: string;
  readonly number: number;
  /** Until when its latencies are summarized; null if they are not. */
  readonly hoursUntil: Date | null;
}

export interface UptimeSummaryRow {
  readonly id: string;
  /** In percent; null where nothing was observed. */
  readonly uptime24h: number | null;
  readonly uptime30d: number | null;
}

/** Rows that say the same already are not written again: most uptimes stay the same for days. */
const SAVE_UPTIMES = `
  INSERT INTO monitor.monitor_summary AS known (monitor_id, uptime_24h, uptime_30d)
  SELECT id, day, month FROM unnest($1::text[], $2::numeric[], $3::numeric[]) AS n (id, day, month)
  WHERE EXISTS (SELECT FROM monitor.monitor AS m WHERE m.id = n.id)
  ON CONFLICT (monitor_id) DO UPDATE SET uptime_24h = EXCLUDED.uptime_24h, uptime_30d = EXCLUDED.uptime_30d
  WHERE (known.uptime_24h, known.uptime_30d) IS DISTINCT FROM (EXCLUDED.uptime_24h, EXCLUDED.uptime_30d)`;

const SAVE_LATENCIES = `
  UPDATE monitor.monitor_summary AS known
  SET hours_until = $4, medians = n.medians::integer[], median_ms = n.median_ms
  FROM unnest($1::text[], $2::text[], $3::integer[]) AS n (id, medians, median_ms)
  WHERE known.monitor_id = n.id AND known.monitor_id = ANY ($1)`;

/**
 * Copies what the list sorts by, without the lock of the runtime row that all other writers hold. Rows that are locked,
 * because their state changes, are left to the next pass: a change of many states locks its rows in any order, so that
 * this statement must not wait for one while it holds another.
 */
const SAVE_LISTINGS = `
  UPDATE monitor.monitor_listing AS l SET uptime_30d = n.uptime_30d, median_ms = n.median_ms
  FROM (
    SELECT known.monitor_id, s.uptime_30d, s.median_ms
    FROM monitor.monitor_listing AS known JOIN monitor.monitor_summary AS s ON s.monitor_id = known.monitor_id
    WHERE known.monitor_id = ANY ($1)
      AND (known.uptime_30d, known.median_ms) IS DISTINCT FROM (s.uptime_30d, s.median_ms)
    FOR NO KEY UPDATE OF known SKIP LOCKED
  ) AS n
  WHERE l.monitor_id = n.monitor_id`;

/** Summaries of monitors. Only the replica that has claimed a pass writes them. */
@Injectable()
export class SummaryRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  /** False when a pass, perhaps of another replica, began after `before`. */
  async claimPass(now: Date, before: Date): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'UPDATE monitor.summary_pass SET began_at = $1 WHERE began_at IS NULL OR began_at <= $2',
      [now, before],
    );
    return rowCount === 1;
  }

  async finishPass(beganAt: Date): Promise<void> {
    await this.#pool.query('UPDATE monitor.summary_pass SET made_at = $1 WHERE made_at IS NULL OR made_at < $1', [
      beganAt,
    ]);
  }

  /** The next monitors in order of id, of all organizations. */
  async monitorsAfter(id: string, limit: number): Promise<SummarizedMonitor[]> {
    const { rows } = await this.#pool.query<SummarizedMonitor>(
      `SELECT m.id, m.number, s.hours_until AS "hoursUntil" FROM monitor.monitor AS m
       LEFT JOIN monitor.monitor_summary AS s ON s.monitor_id = m.id
       WHERE m.id > $1 AND m.deleted_at IS NULL ORDER BY m.id LIMIT $2`,
      [id, limit],
    );
    return rows;
  }

  async hourCounts(numbers: readonly number[], from: Date, to: Date): Promise<Map<number, StepCounts[]>> {
    const { rows } = await this.#pool.query<CountsRow & { number: number }>(
      `SELECT monitor_number AS number, hour_at AS at, ${COUNT_COLUMNS} FROM monitor.check_rollup_hour
       WHERE monitor_number = ANY ($1) AND hour_at >= $2 AND hour_at < $3`,
      [numbers, from, to],
    );
    const byNumber = Map.groupBy(rows, ({ number }) => number);
    return new Map([...byNumber].map(([number, hours]) => [number, hours.map(countsOf)]));
  }

  async saveUptimes(rows: readonly UptimeSummaryRow[]): Promise<void> {
    await this.#pool.query({
      name: 'save-uptime-summaries',
      text: SAVE_UPTIMES,
      values: [
        rows.map(({ id }) => id),
        rows.map(({ uptime24h }) => uptime24h),
        rows.map(({ uptime30d }) => uptime30d),
      ],
    });
  }

  async saveLatencies(summaries: ReadonlyMap<string, LatencySummary>, hoursUntil: Date): Promise<void> {
    const rows = [...summaries.values()];
    await this.#pool.query({
      name: 'save-latency-summaries',
      text: SAVE_LATENCIES,
      values: [
        [...summaries.keys()],
        rows.map(({ medians }) => `{${medians.map((median) => median ?? 'NULL').join(',')}}`),
        rows.map(({ medianMs }) => medianMs),
        hoursUntil,
      ],
    });
  }

  /** Moves these monitors to the places in the list that their summaries give them. */
  async saveListings(ids: readonly string[]): Promise<void> {
    await this.#pool.query({ name: 'save-listings', text: SAVE_LISTINGS, values: [ids] });
  }
}
