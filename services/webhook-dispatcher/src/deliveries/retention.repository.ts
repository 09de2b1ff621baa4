import { Injectable } from '@nestjs/common';
import { ServiceDatabase } from '@vedette/service-host';

/** Ids begin with their time, so old rows are a range of the primary key and need no index of their own. */
export interface Horizon {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly deletedBefore: Date;
}

// Locks only the rows to erase; rows that another transaction has locked are erased next time. Pending deliveries stay.
const ERASE_DELIVERIES = `
  WITH old AS (
    DELETE FROM webhook_dispatcher.delivery WHERE id = ANY (ARRAY(
      SELECT id FROM webhook_dispatcher.delivery WHERE id < $1 AND state <> 'PENDING'
      ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
    ))
    RETURNING id
  ), attempts AS (
    DELETE FROM webhook_dispatcher.delivery_attempt WHERE delivery_id IN (SELECT id FROM old)
  )
  SELECT count(*)::integer AS erased FROM old`;

// Readers of the log learn from the counter that events are gone. Counters are locked in the order of their ids.
const ERASE_EVENTS = `
  WITH chosen AS MATERIALIZED (
    SELECT id, organization_id, position FROM webhook_dispatcher.webhook_event AS event
    WHERE id < $1 AND NOT EXISTS (SELECT FROM webhook_dispatcher.delivery WHERE event_id = event.id)
    ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
  ), counted AS (
    UPDATE webhook_dispatcher.event_counter AS counter SET erased_to = greatest(erased_to, gone.position)
    FROM (SELECT organization_id, max(position) AS position FROM chosen GROUP BY organization_id) AS gone
    WHERE counter.organization_id = gone.organization_id AND counter.organization_id = ANY (ARRAY(
      SELECT organization_id FROM webhook_dispatcher.event_counter
      WHERE organization_id IN (SELECT organization_id FROM chosen) ORDER BY organization_id FOR UPDATE
    ))
  ), old AS (
    DELETE FROM webhook_dispatcher.webhook_event WHERE id IN (SELECT id FROM chosen) RETURNING id
  )
  SELECT count(*)::integer AS erased FROM old`;

const ERASE_ENDPOINTS = `
  WITH old AS (
    DELETE FROM webhook_dispatcher.webhook_endpoint WHERE id = ANY (ARRAY(
      SELECT id FROM webhook_dispatcher.webhook_endpoint AS endpoint
      WHERE deleted_at < $1 AND NOT EXISTS (SELECT FROM webhook_dispatcher.delivery WHERE endpoint_id = endpoint.id)
      LIMIT $2 FOR UPDATE SKIP LOCKED
    ))
    RETURNING id
  )
  SELECT count(*)::integer AS erased FROM old`;

@Injectable()
export class RetentionRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  /** Each method erases up to `limit` rows in its own transaction and returns how many. */
  eraseDeliveries({ deliveryId }: Horizon, limit: number): Promise<number> {
    return this.#erase(ERASE_DELIVERIES, deliveryId, limit);
  }

  eraseEvents({ eventId }: Horizon, limit: number): Promise<number> {
    return this.#erase(ERASE_EVENTS, eventId, limit);
  }

  eraseEndpoints({ deletedBefore }: Horizon, limit: number): Promise<number> {
    return this.#erase(ERASE_ENDPOINTS, deletedBefore, limit);
  }

  async #erase(statement: string, before: string | Date, limit: number): Promise<number> {
    const { rows } = await this.#pool.query<{ erased: number }>(statement, [before, limit]);
    return rows[0]?.erased ?? 0;
  }
}
