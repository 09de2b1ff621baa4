import { Injectable } from '@nestjs/common';
import { ServiceDatabase } from '@vedette/service-host';
import { BUCKET_BOUNDS } from './latency-buckets.ts';
import type { StepCounts } from './latency-histogram.ts';
import type { HistoryRange } from './history-range.ts';
import type { StepSeconds } from './latency-steps.ts';
import type { RolledUp } from './latency-sources.ts';
import { ALL_COUNTED, countedChecks } from './rollup.repository.ts';

export interface CountsRow extends Omit<StepCounts, 'at' | 'buckets' | 'counts'> {
  readonly at: Date;
  /** As array literals: the driver's own parser costs more than the statement. */
  readonly buckets: string;
  readonly counts: string;
}

/** Of a table of rollups. */
export const COUNT_COLUMNS = `
  checks, failures, min_ms AS "minMs", max_ms AS "maxMs", buckets::text AS buckets, counts::text AS counts`;

/** $4 region or NULL. */
const IN_REGION = `($4::text IS NULL OR region_number = (SELECT number FROM monitor.check_region WHERE name = $4))`;

const ROLLUPS = {
  86_400: `
    SELECT day_at AS at, ${COUNT_COLUMNS} FROM monitor.check_rollup_day
    WHERE monitor_number = $1 AND day_at >= $2 AND day_at < $3 AND ${IN_REGION} ORDER BY day_at`,
  3_600: `
    SELECT hour_at AS at, ${COUNT_COLUMNS} FROM monitor.check_rollup_hour
    WHERE monitor_number = $1 AND hour_at >= $2 AND hour_at < $3 AND ${IN_REGION} ORDER BY hour_at`,
} as const;

/** $5 bounds, $6 seconds. */
const CHECKS = `
  SELECT to_timestamp(step * $6::integer) AS at, ${COUNT_COLUMNS} FROM (
    SELECT step, ${ALL_COUNTED} FROM (
      SELECT floor(date_part('epoch', c.slot_at) / $6::integer) AS step, ${countedChecks('$5')}
      FROM monitor.check_result AS c JOIN monitor.check_worker AS w ON w.number = c.worker_number
      WHERE c.monitor_number = $1 AND c.slot_at >= $2 AND c.slot_at < $3 AND c.verdict <> 'UNOBSERVED' AND ${IN_REGION}
      GROUP BY step, bucket
    ) AS counted GROUP BY step
  ) AS stepped ORDER BY step`;

/** Which hours have been counted with nearly all their results, and which days with all of them. */
const ROLLED_UP = `
  SELECT
    max(starts_at) FILTER (WHERE span = 'DAY') + interval '1 day' AS "daysUntil",
    max(starts_at) FILTER (WHERE span = 'HOUR' AND rolled_up_at >= starts_at + interval '62 minutes')
      + interval '1 hour' AS "hoursUntil"
  FROM monitor.rollup_progress`;

/** Reads how checks were counted. */
@Injectable()
export class LatencyRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  async rolledUp(): Promise<RolledUp> {
    const { rows } = await this.#pool.query<RolledUp>({ name: 'rolled-up', text: ROLLED_UP, values: [] });
    return rows[0] ?? { daysUntil: null, hoursUntil: null };
  }

  /** The counts that the keeper has made of days or hours. */
  async rollups(
    monitorNumber: number,
    { from, to }: HistoryRange,
    length: keyof typeof ROLLUPS,
    region: string | null,
  ): Promise<StepCounts[]> {
    const { rows } = await this.#pool.query<CountsRow>({
      name: `rollups-${length}`,
      text: ROLLUPS[length],
      values: [monitorNumber, from, to, region],
    });
    return rows.map(countsOf);
  }

  /** The same, counted now from the checks themselves. */
  async counted(
    monitorNumber: number,
    { from, to }: HistoryRange,
    seconds: StepSeconds,
    region: string | null,
  ): Promise<StepCounts[]> {
    const { rows } = await this.#pool.query<CountsRow>({
      name: 'counted-checks',
      text: CHECKS,
      values: [monitorNumber, from, to, region, BUCKET_BOUNDS, seconds],
    });
    return rows.map(countsOf);
  }
}

export function countsOf({ at, checks, failures, minMs, maxMs, buckets, counts }: CountsRow): StepCounts {
  const rest = { checks, failures, minMs, maxMs };
  return { ...rest, at: at.getTime(), buckets: numbersIn(buckets), counts: numbersIn(counts) };
}

function numbersIn(literal: string): number[] {
  return literal === '{}' ? [] : literal.slice(1, -1).split(',').map(Number);
}
