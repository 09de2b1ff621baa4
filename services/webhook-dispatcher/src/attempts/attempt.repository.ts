import { Injectable } from '@nestjs/common';
import { DELIVERY_STATES, newId, type AttemptTrigger } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { ServiceDatabase } from '@vedette/service-host';
import { IN_FLIGHT_MS } from './attempt-sender.ts';
import { deliveryChange, healthNotes, type DeliveryOutcome } from './delivery-outcome.ts';

/** An attempt that was started, or may have been, and whose outcome is unknown. */
export interface OpenAttempt {
  readonly id: string;
  readonly deliveryId: string;
  readonly trigger: AttemptTrigger;
  readonly startedAt: Date;
}

/** An attempt as it is stored, with the outcome that it led to. */
export interface EndedDeliveryAttempt extends OpenAttempt {
  readonly endpointId: string;
  /** Null when the attempt was not recorded before it ended. */
  readonly number: number | null;
  readonly endedAt: Date;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly outcome: DeliveryOutcome;
}

const OPEN = `
  WITH counted AS (
    UPDATE webhook_dispatcher.delivery
    SET attempt_count = attempt_count + 1, last_attempt_at = $4::timestamptz, last_response_status = NULL, lost_at = NULL
    WHERE id = $2
    RETURNING attempt_count
  )
  INSERT INTO webhook_dispatcher.delivery_attempt (delivery_id, number, id, trigger, started_at)
  SELECT $2, attempt_count, $1, $3::webhook_dispatcher.attempt_trigger, $4::timestamptz FROM counted
  RETURNING number`;

/**
 * `changes` holds the change of the delivery for each state in which the statement may find it after locking it. Endpoints
 * are locked after deliveries and in the order of their ids, as in every statement that locks several; healthy ones are
 * not written.
 */
const RECORD = `
  WITH ended AS (
    SELECT * FROM json_to_recordset($1::json) AS ended (
      id text, delivery_id text, number integer, trigger text, started_at timestamptz,
      duration_ms integer, response_status integer, response_body text, error text, changes json
    )
  ), updated AS (
    UPDATE webhook_dispatcher.delivery AS delivery SET
      attempt_count = delivery.attempt_count + (ended.number IS NULL)::integer,
      scheduled_attempts = delivery.scheduled_attempts + (ended.trigger = 'SCHEDULED')::integer,
      state = (ended.changes -> delivery.state::text ->> 'state')::webhook_dispatcher.delivery_state,
      next_attempt_at = CASE ended.changes -> delivery.state::text ->> 'nextAttemptAt'
        WHEN 'unchanged' THEN delivery.next_attempt_at
        ELSE (ended.changes -> delivery.state::text ->> 'nextAttemptAt')::timestamptz
      END,
      completed_at = CASE ended.changes -> delivery.state::text ->> 'completedAt'
        WHEN 'unchanged' THEN delivery.completed_at
        ELSE (ended.changes -> delivery.state::text ->> 'completedAt')::timestamptz
      END,
      last_attempt_at = ended.started_at,
      last_response_status = ended.response_status,
      in_flight_until = NULL,
      in_flight_on_record = false,
      -- A manual attempt, which has its number already, is not the one that was asked for.
      is_retry = delivery.is_retry AND ended.number IS NOT NULL
    FROM ended WHERE delivery.id = ended.delivery_id
    RETURNING delivery.id, delivery.attempt_count
  ), health AS (
    SELECT * FROM unnest($2::text[], $3::timestamptz[], $4::boolean[]) AS note (endpoint_id, failing_since, had_success)
  ), locked AS (
    SELECT due.endpoint_id,
      CASE WHEN had_success THEN health.failing_since ELSE coalesce(due.failing_since, health.failing_since) END
        AS failing_since
    FROM webhook_dispatcher.endpoint_due AS due JOIN health USING (endpoint_id)
    WHERE due.failing_since IS DISTINCT FROM
      CASE WHEN had_success THEN health.failing_since ELSE coalesce(due.failing_since, health.failing_since) END
    ORDER BY due.endpoint_id FOR UPDATE OF due
  ), noted AS (
    UPDATE webhook_dispatcher.endpoint_due AS due SET failing_since = locked.failing_since
    FROM locked WHERE due.endpoint_id = locked.endpoint_id
  )
  INSERT INTO webhook_dispatcher.delivery_attempt
    (delivery_id, number, id, trigger, started_at, duration_ms, response_status, response_body, error)
  SELECT ended.delivery_id, coalesce(ended.number, updated.attempt_count), ended.id,
    ended.trigger::webhook_dispatcher.attempt_trigger, ended.started_at, ended.duration_ms, ended.response_status, ended.response_body, ended.error
  FROM ended JOIN updated ON updated.id = ended.delivery_id
  ON CONFLICT (delivery_id, number) DO UPDATE SET
    started_at = EXCLUDED.started_at,
    duration_ms = EXCLUDED.duration_ms,
    response_status = EXCLUDED.response_status,
    response_body = EXCLUDED.response_body,
    error = EXCLUDED.error`;

@Injectable()
export class AttemptRepository {
  readonly #sql: Sql;
  readonly #pool: ServiceDatabase['pool'];

  constructor({ sql, pool }: ServiceDatabase) {
    this.#sql = sql;
    this.#pool = pool;
  }

  /** Records an attempt before its outcome is known; returns its number. */
  async open({ id, deliveryId, trigger, startedAt }: OpenAttempt, sql: Sql = this.#sql): Promise<number> {
    const rows = await sql.$queryRawUnsafe<{ number: number }[]>(
      OPEN,
      id,
      deliveryId,
      trigger,
      startedAt.toISOString(),
    );
    if (rows[0] === undefined) throw new Error(`There is no delivery ${deliveryId} to attempt`);
    return rows[0].number;
  }

  /**
   * Records a scheduled attempt whose replica died. It is unknown whether the request was sent; the schedule continues
   * as if the attempt had not been made.
   */
  async openLost(deliveryId: string, lostAt: Date, sql: Sql = this.#sql): Promise<void> {
    const startedAt = new Date(lostAt.getTime() - IN_FLIGHT_MS);
    await this.open({ id: newId('wa', startedAt.getTime()), deliveryId, trigger: 'SCHEDULED', startedAt }, sql);
  }

  /** Records attempts of different deliveries, and what they say about their endpoints, in one statement. */
  async record(attempts: readonly EndedDeliveryAttempt[], tx?: Sql): Promise<void> {
    const ended = attempts.map((attempt) => ({ ...attempt, isSuccess: attempt.outcome.kind === 'succeed' }));
    const notes = healthNotes(ended);
    const values = [
      rowsOf(attempts),
      notes.map(({ endpointId }) => endpointId),
      notes.map(({ failingSince }) => failingSince?.toISOString() ?? null),
      notes.map(({ hadSuccess }) => hadSuccess),
    ];
    if (tx === undefined) await this.#pool.query({ name: 'record-attempts', text: RECORD, values });
    else await tx.$executeRawUnsafe(RECORD, ...values);
  }

  /** Records attempts that were parked. They say nothing about their endpoints any more. */
  async recordRows(rows: string, tx: Sql): Promise<void> {
    await tx.$executeRawUnsafe(RECORD, rows, [], [], []);
  }

  /** Takes a delivery whose attempt cannot be recorded out of the schedule, so that it is not sent again and again. */
  async suspend(deliveryId: string, sql: Sql): Promise<void> {
    await sql.$executeRawUnsafe(
      'UPDATE webhook_dispatcher.delivery SET next_attempt_at = NULL, in_flight_until = NULL WHERE id = $1',
      deliveryId,
    );
  }
}

/** The rows of attempts as RECORD takes them. */
export function rowsOf(attempts: readonly EndedDeliveryAttempt[]): string {
  return JSON.stringify(attempts.map(rowOf));
}

function rowOf(attempt: EndedDeliveryAttempt): object {
  return {
    id: attempt.id,
    delivery_id: attempt.deliveryId,
    number: attempt.number,
    trigger: attempt.trigger,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    response_status: attempt.responseStatus,
    response_body: attempt.responseBody,
    error: attempt.error,
    changes: Object.fromEntries(
      DELIVERY_STATES.map((state) => [state, deliveryChange(state, attempt.outcome, attempt.endedAt)]),
    ),
  };
}
