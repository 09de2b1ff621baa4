import { Injectable } from '@nestjs/common';
import { ServiceDatabase } from '@vedette/service-host';
import type { TraceCarrier } from '@vedette/telemetry';
import type { DatedSecret } from '../signing/endpoint-secrets.ts';

export interface ClaimedEndpoint {
  readonly endpointId: string;
  readonly isFailing: boolean;
}

export interface TakenDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly scheduledAttempts: number;
  readonly createdAt: Date;
  /** When an unrecorded attempt was given up; null when there is none. */
  readonly lostAt: Date | null;
  /** True if somebody asked for this attempt of a delivery that had failed. */
  readonly isRetry: boolean;
  readonly body: Buffer;
  /** The trace context of the event: the parent of the attempt's span. */
  readonly trace: TraceCarrier;
}

export interface SealedEndpointSecret extends DatedSecret {
  readonly sealed: Buffer;
}

/** An endpoint as it is now, and its deliveries that this replica has taken. */
export interface Taken {
  readonly url: string;
  /** False: the endpoint is disabled or deleted, and nothing was taken. */
  readonly isEnabled: boolean;
  readonly failingSince: Date | null;
  /** Newest first. */
  readonly secrets: readonly SealedEndpointSecret[];
  readonly deliveries: readonly TakenDelivery[];
}

interface TakenRow {
  readonly url: string;
  readonly isEnabled: boolean;
  readonly failingSince: Date | null;
  readonly sealed: Buffer[];
  readonly retiredAt: (Date | null)[];
  readonly id: string | null;
  readonly eventId: string;
  readonly scheduledAttempts: number;
  readonly createdAt: Date;
  readonly lostAt: Date | null;
  readonly isRetry: boolean;
  readonly body: Buffer;
  readonly trace: TraceCarrier;
}

const claimable = (health: string, limit: string): string => `
  ARRAY(
    SELECT endpoint_id FROM webhook_dispatcher.endpoint_due
    WHERE due_at <= now() AND (lease_until IS NULL OR lease_until <= now()) AND failing_since ${health}
    ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;

const CLAIM = `
  UPDATE webhook_dispatcher.endpoint_due
  SET lease_owner = $1, lease_until = now() + $2 * interval '1 millisecond'
  WHERE endpoint_id = ANY (${claimable('IS NULL', '$3')} || ${claimable('IS NOT NULL', '$4')})
  RETURNING endpoint_id AS "endpointId", failing_since IS NOT NULL AS "isFailing"`;

// Rows are locked in the order of their ids, as in every statement that locks several.
const RENEW = `
  UPDATE webhook_dispatcher.endpoint_due SET lease_until = now() + $2 * interval '1 millisecond'
  WHERE lease_owner = $1 AND endpoint_id = ANY (ARRAY(
    SELECT endpoint_id FROM webhook_dispatcher.endpoint_due
    WHERE endpoint_id = ANY ($3::text[]) AND lease_owner = $1 ORDER BY endpoint_id FOR UPDATE
  ))
  RETURNING endpoint_id AS "endpointId"`;

const TAKE = `
  WITH target AS (
    SELECT
      endpoint.url,
      endpoint.disabled_reason IS NULL AND endpoint.deleted_at IS NULL AS "isEnabled",
      due.failing_since AS "failingSince",
      ARRAY(
        SELECT sealed FROM webhook_dispatcher.endpoint_secret WHERE endpoint_id = $1 ORDER BY id DESC
      ) AS sealed,
      ARRAY(
        SELECT retired_at FROM webhook_dispatcher.endpoint_secret WHERE endpoint_id = $1 ORDER BY id DESC
      ) AS "retiredAt"
    FROM webhook_dispatcher.endpoint_due AS due
    JOIN webhook_dispatcher.webhook_endpoint AS endpoint ON endpoint.id = due.endpoint_id
    WHERE due.endpoint_id = $1 AND due.lease_owner = $2
  ), taken AS (
    UPDATE webhook_dispatcher.delivery
    SET in_flight_until = now() + $4 * interval '1 millisecond',
      in_flight_on_record = false,
      -- Still in flight here means that whoever made the attempt has died.
      lost_at = CASE WHEN in_flight_on_record THEN lost_at ELSE coalesce(in_flight_until, lost_at) END
    WHERE id = ANY (ARRAY(
      SELECT id FROM webhook_dispatcher.delivery
      WHERE endpoint_id = $1 AND state = 'PENDING' AND next_attempt_at <= now()
        AND (in_flight_until IS NULL OR in_flight_until <= now())
        AND (SELECT "isEnabled" FROM target)
      ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED
    ))
    RETURNING id, event_id, scheduled_attempts, created_at, lost_at, is_retry
  )
  SELECT target.*, delivery.* FROM target
  FULL JOIN (
    SELECT taken.id, taken.event_id AS "eventId", taken.scheduled_attempts AS "scheduledAttempts",
      taken.created_at AS "createdAt", taken.lost_at AS "lostAt", taken.is_retry AS "isRetry", event.body, event.trace
    FROM taken LEFT JOIN webhook_dispatcher.webhook_event AS event ON event.id = taken.event_id
  ) AS delivery ON false`;

/**
 * Releases only if nothing is due and nothing arrived since the statement began. A due delivery that was not taken is
 * then in flight elsewhere. Such deliveries are few, so the second subquery is fast for any backlog.
 */
const RELEASE = `
  WITH seen AS (
    SELECT arrivals FROM webhook_dispatcher.endpoint_due WHERE endpoint_id = $1
  ), next AS (
    SELECT least(
      (
        SELECT next_attempt_at FROM webhook_dispatcher.delivery
        WHERE endpoint_id = $1 AND state = 'PENDING' AND next_attempt_at > now()
        ORDER BY next_attempt_at LIMIT 1
      ),
      (
        SELECT min(coalesce(in_flight_until, next_attempt_at)) FROM webhook_dispatcher.delivery
        WHERE endpoint_id = $1 AND state = 'PENDING' AND next_attempt_at <= now()
      )
    ) AS due_at
  )
  UPDATE webhook_dispatcher.endpoint_due AS due
  SET due_at = next.due_at, lease_owner = NULL, lease_until = NULL
  FROM seen, next
  WHERE due.endpoint_id = $1 AND due.lease_owner = $2 AND due.arrivals = seen.arrivals
    AND (next.due_at IS NULL OR next.due_at > now())
  RETURNING due.due_at AS "dueAt"`;

// Does not wait for attempts in flight: their sender records them, and a success still counts.
const END_PENDING = `
  UPDATE webhook_dispatcher.delivery
  SET state = 'FAILED', next_attempt_at = NULL, completed_at = $2
  WHERE id = ANY (ARRAY(
    SELECT id FROM webhook_dispatcher.delivery WHERE endpoint_id = $1 AND state = 'PENDING'
    LIMIT $3 FOR UPDATE SKIP LOCKED
  ))`;

/** The statements of the dispatching loop. Each is one round trip and its own transaction. */
@Injectable()
export class DispatchRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  /** Leases endpoints that have something to send, up to the limit of each kind, the longest waiting first. */
  async claim(owner: string, leaseMs: number, most: { well: number; failing: number }): Promise<ClaimedEndpoint[]> {
    const values = [owner, leaseMs, most.well, most.failing];
    const { rows } = await this.#pool.query<ClaimedEndpoint>({ name: 'claim-endpoints', text: CLAIM, values });
    return rows;
  }

  /** Returns the endpoints whose lease the owner still holds. */
  async renew(owner: string, leaseMs: number, endpointIds: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.#pool.query<{ endpointId: string }>({
      name: 'renew-leases',
      text: RENEW,
      values: [owner, leaseMs, endpointIds],
    });
    return new Set(rows.map(({ endpointId }) => endpointId));
  }

  /** Undefined when the owner no longer holds the lease. */
  async take(endpointId: string, owner: string, limit: number, inFlightMs: number): Promise<Taken | undefined> {
    const { rows } = await this.#pool.query<TakenRow>({
      name: 'take-deliveries',
      text: TAKE,
      values: [endpointId, owner, limit, inFlightMs],
    });
    // One row is of the endpoint, so that its columns are not sent and read again with each delivery.
    const target = rows.find(({ id }) => id === null);
    if (target === undefined) return undefined;
    const { url, isEnabled, failingSince, sealed, retiredAt } = target;
    const secrets = sealed.map((each, index) => ({ sealed: each, retiredAt: retiredAt[index] ?? null }));
    const deliveries = rows.flatMap(({ id, eventId, scheduledAttempts, createdAt, lostAt, isRetry, body, trace }) =>
      id === null ? [] : [{ id, eventId, scheduledAttempts, createdAt, lostAt, isRetry, body, trace }],
    );
    return { url, isEnabled, failingSince, secrets, deliveries };
  }

  /** Ends the time in flight of deliveries that were not sent. */
  async giveBack(deliveryIds: readonly string[]): Promise<void> {
    const text = 'UPDATE webhook_dispatcher.delivery SET in_flight_until = NULL WHERE id = ANY ($1::text[])';
    await this.#pool.query({ name: 'give-back-deliveries', text, values: [deliveryIds] });
  }

  /** Returns when the endpoint is due next, null if never; undefined when it was not released because more is due. */
  async release(endpointId: string, owner: string): Promise<{ dueAt: Date | null } | undefined> {
    const values = [endpointId, owner];
    const { rows } = await this.#pool.query<{ dueAt: Date | null }>({
      name: 'release-endpoint',
      text: RELEASE,
      values,
    });
    return rows[0];
  }

  /**
   * 0 when no due endpoint waits for a replica. An endpoint that had one has waited since then. One that fails waits for the
   * other failing ones, and no replica is to blame.
   */
  async oldestDueSeconds(): Promise<number> {
    const { rows } = await this.#pool.query<{ seconds: number }>(
      `SELECT greatest(0, coalesce(extract(epoch FROM now() - min(greatest(due_at, lease_until))), 0))::float8 AS seconds
       FROM webhook_dispatcher.endpoint_due
       WHERE due_at <= now() AND (lease_until IS NULL OR lease_until <= now()) AND failing_since IS NULL`,
    );
    return rows[0]?.seconds ?? 0;
  }

  /** Gives back the owner's leases without other changes, so that any replica can claim the endpoints. */
  async surrender(owner: string, endpointIds: readonly string[]): Promise<void> {
    await this.#pool.query(
      `UPDATE webhook_dispatcher.endpoint_due SET lease_owner = NULL, lease_until = now()
       WHERE lease_owner = $1 AND endpoint_id = ANY (ARRAY(
         SELECT endpoint_id FROM webhook_dispatcher.endpoint_due
         WHERE endpoint_id = ANY ($2::text[]) ORDER BY endpoint_id FOR UPDATE
       ))`,
      [owner, endpointIds],
    );
  }

  /** Fails up to `limit` pending deliveries of a disabled or deleted endpoint; returns how many. */
  async endPending(endpointId: string, now: Date, limit: number): Promise<number> {
    const values = [endpointId, now, limit];
    const { rowCount } = await this.#pool.query({ name: 'end-pending', text: END_PENDING, values });
    return rowCount ?? 0;
  }
}
