import { Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import { ServiceDatabase } from '@vedette/service-host';

export interface NewFailedRetry {
  readonly organizationId: string;
  readonly endpointId: string;
  /** The ids of the deliveries lie between these two. */
  readonly afterId: string;
  readonly beforeId: string;
}

/** What one batch has done: for which endpoint, and how many deliveries are pending again. */
export interface RetriedBatch {
  readonly endpointId: string;
  readonly retried: number;
}

/**
 * One batch of the retry whose turn is longest ago, in one statement: after a crash, the next batch begins where the
 * last one ended. A retry ends with its last batch, or when its endpoint may get nothing. Deliveries with an attempt
 * in flight are left out: their outcome is not known yet.
 */
const WORK = `
  WITH run AS MATERIALIZED (
    SELECT retry.* FROM webhook_dispatcher.failed_retry AS retry ORDER BY worked_at LIMIT 1 FOR UPDATE SKIP LOCKED
  ), chosen AS MATERIALIZED (
    SELECT delivery.id FROM run
    JOIN webhook_dispatcher.webhook_endpoint AS endpoint ON endpoint.id = run.endpoint_id
      AND endpoint.deleted_at IS NULL AND endpoint.disabled_reason IS NULL
    JOIN webhook_dispatcher.delivery AS delivery ON delivery.endpoint_id = run.endpoint_id
      AND delivery.id > run.after_id AND delivery.id < run.before_id
      AND delivery.state = 'FAILED' AND delivery.in_flight_until IS NULL
    ORDER BY delivery.id LIMIT $1 FOR UPDATE OF delivery
  ), retried AS (
    UPDATE webhook_dispatcher.delivery
    SET state = 'PENDING', is_retry = true, next_attempt_at = date_trunc('milliseconds', now()), completed_at = NULL
    WHERE id IN (SELECT id FROM chosen)
    RETURNING id
  ), due AS (
    UPDATE webhook_dispatcher.endpoint_due SET due_at = least(due_at, now()), arrivals = arrivals + 1
    WHERE endpoint_id = (SELECT endpoint_id FROM run) AND EXISTS (SELECT FROM chosen)
  ), moved AS (
    UPDATE webhook_dispatcher.failed_retry SET after_id = (SELECT max(id) FROM chosen), worked_at = clock_timestamp()
    WHERE endpoint_id = (SELECT endpoint_id FROM run) AND (SELECT count(*) FROM chosen) = $1
  ), ended AS (
    DELETE FROM webhook_dispatcher.failed_retry
    WHERE endpoint_id = (SELECT endpoint_id FROM run) AND (SELECT count(*) FROM chosen) < $1
  )
  SELECT run.endpoint_id AS "endpointId", (SELECT count(*) FROM retried)::integer AS retried FROM run`;

@Injectable()
export class FailedRetryRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  /** An endpoint has one retry at a time, which grows to what is asked for. */
  async insert(tx: Sql, { organizationId, endpointId, afterId, beforeId }: NewFailedRetry): Promise<void> {
    await tx.$executeRawUnsafe(
      `INSERT INTO webhook_dispatcher.failed_retry AS known (endpoint_id, organization_id, after_id, before_id, worked_at)
       VALUES ($1, $2, $3, $4, clock_timestamp())
       ON CONFLICT (endpoint_id) DO UPDATE
       SET after_id = least(known.after_id, excluded.after_id), before_id = greatest(known.before_id, excluded.before_id)`,
      endpointId,
      organizationId,
      afterId,
      beforeId,
    );
  }

  /** Undefined if no retry waits for a turn. */
  async work(limit: number): Promise<RetriedBatch | undefined> {
    const { rows } = await this.#pool.query<RetriedBatch>({ name: 'retry-failed', text: WORK, values: [limit] });
    return rows[0];
  }
}
