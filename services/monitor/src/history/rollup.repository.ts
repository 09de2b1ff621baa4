import { Injectable } from '@nestjs/common';
import type { Connection } from '@vedette/database';
import { ServiceDatabase } from '@vedette/service-host';
import { BUCKET_BOUNDS } from './latency-buckets.ts';
import { DAY_MS, HOUR_MS, type Progress } from './rollup-schedule.ts';

export type Span = 'HOUR' | 'DAY';

const COUNTED = ['checks', 'failures', 'min_ms', 'max_ms', 'buckets', 'counts'];

/** Rows that say the same already are not written again. */
const REPLACE = `
  SET ${COUNTED.map((column) => `${column} = EXCLUDED.${column}`).join(', ')}
  WHERE (${COUNTED.map((column) => `known.${column}`).join(', ')})
    IS DISTINCT FROM (${COUNTED.map((column) => `EXCLUDED.${column}`).join(', ')})`;

/** Counts checks `c` that are grouped by their bucket, among others; `bounds` names the parameter with the bounds. */
export const countedChecks = (bounds: string): string => `
  width_bucket(c.response_ms, ${bounds}::integer[]) AS bucket, count(c.response_ms) AS latencies, count(*) AS checks,
  count(*) FILTER (WHERE c.verdict = 'FAILED') AS failures,
  min(c.response_ms) AS min_ms, max(c.response_ms) AS max_ms`;

/** Combines rows of one bucket each. Rows whose bucket is NULL count checks without a latency. */
export const ALL_COUNTED = `
  sum(checks)::integer AS checks, sum(failures)::integer AS failures, min(min_ms) AS min_ms, max(max_ms) AS max_ms,
  coalesce(array_agg(bucket::smallint ORDER BY bucket) FILTER (WHERE bucket IS NOT NULL), '{}') AS buckets,
  coalesce(array_agg(latencies::integer ORDER BY bucket) FILTER (WHERE bucket IS NOT NULL), '{}') AS counts`;

const ROLL_UP_HOUR = `
  INSERT INTO monitor.check_rollup_hour AS known
    (hour_at, monitor_number, region_number, checks, failures, min_ms, max_ms, buckets, counts)
  SELECT $1::timestamptz, monitor_number, region_number, ${ALL_COUNTED} FROM (
    SELECT c.monitor_number, w.region_number, ${countedChecks('$3')}
    FROM monitor.check_result AS c JOIN monitor.check_worker AS w ON w.number = c.worker_number
    WHERE c.slot_at >= $1 AND c.slot_at < $2 AND c.verdict <> 'UNOBSERVED'
    GROUP BY c.monitor_number, w.region_number, bucket
  ) AS counted GROUP BY monitor_number, region_number
  ON CONFLICT (monitor_number, hour_at, region_number) DO UPDATE ${REPLACE}
  RETURNING monitor_number AS number`;

const ROLL_UP_DAY = `
  INSERT INTO monitor.check_rollup_day AS known
    (day_at, monitor_number, region_number, checks, failures, min_ms, max_ms, buckets, counts)
  SELECT $1::timestamptz, monitor_number, region_number, ${ALL_COUNTED} FROM (
    SELECT monitor_number, region_number, NULL::smallint AS bucket, 0 AS latencies, sum(checks) AS checks,
      sum(failures) AS failures, min(min_ms) AS min_ms, max(max_ms) AS max_ms
    FROM monitor.check_rollup_hour WHERE hour_at >= $1 AND hour_at < $2 GROUP BY monitor_number, region_number
    UNION ALL
    SELECT monitor_number, region_number, each.bucket, sum(each.latencies), 0, 0, NULL, NULL
    FROM monitor.check_rollup_hour, unnest(buckets, counts) AS each (bucket, latencies)
    WHERE hour_at >= $1 AND hour_at < $2 GROUP BY monitor_number, region_number, each.bucket
  ) AS counted GROUP BY monitor_number, region_number
  ON CONFLICT (monitor_number, day_at, region_number) DO UPDATE ${REPLACE}`;

/** $1 numbers of monitors, $2 the start of the hour that was counted again. */
const SUMMARIZE_AGAIN = `
  UPDATE monitor.monitor_summary AS s SET hours_until = NULL FROM monitor.monitor AS m
  WHERE m.id = s.monitor_id AND m.number = ANY ($1) AND s.hours_until > $2`;

/** An arbitrary number: only replicas of this service use this lock. */
const LOCK = 7_310_202;

/** Counts of checks by hour and by day. */
@Injectable()
export class RollupRepository {
  readonly #pool: ServiceDatabase['pool'];
  readonly #mutations: ServiceDatabase['mutations'];

  constructor({ pool, mutations }: ServiceDatabase) {
    this.#pool = pool;
    this.#mutations = mutations;
  }

  async progress(span: Span): Promise<Progress> {
    const { rows } = await this.#pool.query<{ starts_at: Date; rolled_up_at: Date }>(
      'SELECT starts_at, rolled_up_at FROM monitor.rollup_progress WHERE span = $1',
      [span],
    );
    return new Map(rows.map((row) => [row.starts_at.getTime(), row.rolled_up_at]));
  }

  async lateHours(): Promise<ReadonlySet<number>> {
    const { rows } = await this.#pool.query<{ hour_at: Date }>('SELECT DISTINCT hour_at FROM monitor.rollup_late');
    return new Set(rows.map((row) => row.hour_at.getTime()));
  }

  /** In the transaction that stores the checks. Rows are only added, so that these transactions never wait here. */
  async noteLate(connection: Connection, hours: readonly Date[]): Promise<void> {
    if (hours.length === 0) return;
    const text = 'INSERT INTO monitor.rollup_late (hour_at) SELECT unnest($1::timestamptz[])';
    await connection.query({ name: 'note-late-hours', text, values: [hours] });
  }

  rollUpHour(start: Date, now: Date): Promise<void> {
    const end = new Date(start.getTime() + HOUR_MS);
    return this.#rollUp('HOUR', start, now, async (connection) => {
      // Before the checks are counted: a row that is committed later stays for the next rollup, as its checks do.
      const { rowCount } = await connection.query('DELETE FROM monitor.rollup_late WHERE hour_at = $1', [start]);
      const { rows } = await connection.query<{ number: number }>(ROLL_UP_HOUR, [start, end, BUCKET_BOUNDS]);
      if (rowCount === 0) return;
      await connection.query(SUMMARIZE_AGAIN, [rows.map(({ number }) => number), start]);
      const day = new Date(start.getTime() - (start.getTime() % DAY_MS));
      await connection.query(`DELETE FROM monitor.rollup_progress WHERE span = 'DAY' AND starts_at = $1`, [day]);
    });
  }

  rollUpDay(start: Date, now: Date): Promise<void> {
    const end = new Date(start.getTime() + DAY_MS);
    return this.#rollUp('DAY', start, now, (connection) => connection.query(ROLL_UP_DAY, [start, end]));
  }

  async tidy(hoursBefore: Date, daysBefore: Date): Promise<void> {
    await this.#pool.query(
      `DELETE FROM monitor.rollup_progress WHERE starts_at < CASE span WHEN 'HOUR' THEN $1::timestamptz ELSE $2 END`,
      [hoursBefore, daysBefore],
    );
    await this.#pool.query('DELETE FROM monitor.rollup_late WHERE hour_at < $1', [hoursBefore]);
    await this.#pool.query('DELETE FROM monitor.check_rollup_day WHERE day_at < $1', [daysBefore]);
  }

  /** One replica rolls up at a time. A second replica that repeats the work gets the same numbers. */
  async #rollUp(span: Span, start: Date, now: Date, work: (connection: Connection) => Promise<unknown>): Promise<void> {
    await this.#mutations.run(async (connection) => {
      await connection.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      await work(connection);
      await connection.query(
        `INSERT INTO monitor.rollup_progress (span, starts_at, rolled_up_at) VALUES ($1, $2, $3)
         ON CONFLICT (span, starts_at) DO UPDATE SET rolled_up_at = EXCLUDED.rolled_up_at`,
        [span, start, now],
      );
    });
  }
}
