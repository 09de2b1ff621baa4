import { Injectable } from '@nestjs/common';
import type { EventType } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import type { NewEvent } from '../log/event-log.repository.ts';
import { EVERYTHING, type Subscriber } from './subscription.ts';

export interface NewDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly event: NewEvent;
}

@Injectable()
export class FanOutRepository {
  /** Enabled endpoints that may be subscribed to one of these types. They stay enabled until the transaction ends. */
  async subscribers(tx: Sql, organizationIds: readonly string[], types: readonly EventType[]): Promise<Subscriber[]> {
    return tx.$queryRawUnsafe<Subscriber[]>(
      `SELECT id, organization_id AS "organizationId", event_types AS "eventTypes"
       FROM webhook_dispatcher.webhook_endpoint
       WHERE organization_id = ANY ($1::text[]) AND deleted_at IS NULL AND disabled_reason IS NULL
         AND event_types && $2::text[]
       ORDER BY id FOR SHARE`,
      organizationIds,
      [EVERYTHING, ...types],
    );
  }

  /** Inserts deliveries that are due at once. */
  async insert(tx: Sql, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
    // The due rows are locked in the order of their ids, as in every statement that locks several.
    await tx.$executeRawUnsafe(
      `WITH delivery AS (
         INSERT INTO webhook_dispatcher.delivery
           (id, organization_id, endpoint_id, event_id, event_type, state, next_attempt_at, created_at)
         SELECT id, "organizationId", "endpointId", "eventId", "eventType", 'PENDING', date_trunc('milliseconds', now()),
           $2::timestamptz
         FROM json_to_recordset($1::json)
           AS delivery (id text, "organizationId" text, "endpointId" text, "eventId" text, "eventType" text)
         ON CONFLICT DO NOTHING
       )
       UPDATE webhook_dispatcher.endpoint_due SET due_at = least(due_at, now()), arrivals = arrivals + 1
       WHERE endpoint_id = ANY (ARRAY(
         SELECT endpoint_id FROM webhook_dispatcher.endpoint_due
         WHERE endpoint_id = ANY ($3::text[]) ORDER BY endpoint_id FOR UPDATE
       ))`,
      JSON.stringify(deliveries.map(rowOf)),
      now.toISOString(),
      [...new Set(deliveries.map(({ endpointId }) => endpointId))],
    );
  }
}

function rowOf({ id, endpointId, event }: NewDelivery): object {
  return { id, endpointId, organizationId: event.organizationId, eventId: event.id, eventType: event.type };
}
