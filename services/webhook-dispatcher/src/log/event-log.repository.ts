import { Injectable } from '@nestjs/common';
import type { EventType } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { ServiceDatabase } from '@vedette/service-host';
import type { TraceCarrier } from '@vedette/telemetry';
import type { LogBounds } from './log-cursor.ts';
import type { ScannedEvent } from './log-page.ts';

export interface NewEvent {
  readonly id: string;
  readonly organizationId: string;
  readonly type: EventType;
  /** JSON text; its UTF-8 bytes are sent. */
  readonly body: string;
  readonly trace: TraceCarrier;
}

/** How far the log of an organization has grown. */
export interface Growth {
  readonly organizationId: string;
  readonly position: number;
  /** The length of the new events. */
  readonly bytes: number;
}

export interface LoggedBody {
  readonly position: number;
  /** JSON text. */
  readonly body: string;
}

/**
 * Positions come from the organization's counter row, which stays locked until the commit. A position is therefore
 * visible only after all lower ones, and a rolled back transaction leaves no gap. A sequence promises neither. The time
 * is read under the lock, so that it grows with the position. Counters are locked in the order of their ids.
 */
const APPEND = `
  WITH given AS MATERIALIZED (
    SELECT event.*, row_number() OVER (PARTITION BY event."organizationId" ORDER BY number) AS place
    FROM ROWS FROM (
      json_to_recordset($1::json) AS (id text, "organizationId" text, type text, body text, trace jsonb)
    ) WITH ORDINALITY AS event (id, "organizationId", type, body, trace, number)
    WHERE NOT EXISTS (SELECT FROM webhook_dispatcher.webhook_event AS known WHERE known.id = event.id)
  ), counter AS (
    INSERT INTO webhook_dispatcher.event_counter AS known (organization_id, last_position)
    SELECT "organizationId", count(*) FROM given GROUP BY "organizationId" ORDER BY "organizationId" COLLATE "C"
    ON CONFLICT (organization_id) DO UPDATE SET last_position = known.last_position + excluded.last_position
    RETURNING organization_id, last_position
  ), event AS (
    INSERT INTO webhook_dispatcher.webhook_event (id, organization_id, position, type, body, created_at, trace)
    SELECT id, "organizationId",
      counter.last_position - count(*) OVER (PARTITION BY "organizationId") + place,
      type, convert_to(body, 'UTF8'), clock_timestamp(), trace
    FROM counter JOIN given ON given."organizationId" = counter.organization_id
  )
  SELECT organization_id AS "organizationId", last_position::float8 AS position,
    (SELECT sum(octet_length(body)) FROM given WHERE "organizationId" = organization_id)::float8 AS bytes
  FROM counter`;

const BOUNDS = `
  SELECT erased_to::float8 AS "erasedTo", last_position::float8 AS "lastPosition"
  FROM webhook_dispatcher.event_counter WHERE organization_id = $1`;

// octet_length reads the length of a long body without the body. The order names the column, which has an index, and not
// the number that is selected under the same name.
const SCAN = `
  SELECT position::float8 AS position, octet_length(body) AS bytes, $3::text[] IS NULL OR type = ANY ($3) AS "isWanted"
  FROM webhook_dispatcher.webhook_event AS event
  WHERE organization_id = $1 AND position > $2 ORDER BY event.position LIMIT $4`;

const BODIES = `
  SELECT position::float8 AS position, convert_from(body, 'UTF8') AS body
  FROM webhook_dispatcher.webhook_event
  WHERE organization_id = $1 AND position = ANY ($2::bigint[]) ORDER BY position`;

/** Halves the range of positions until it has found the first event that was logged at the time or later. */
const LAST_BEFORE = `
  WITH RECURSIVE search (low, high) AS (
    SELECT erased_to, last_position + 1 FROM webhook_dispatcher.event_counter WHERE organization_id = $1
    UNION ALL
    SELECT
      CASE WHEN probe.is_before THEN middle.position ELSE low END,
      CASE WHEN probe.is_before THEN high ELSE middle.position END
    FROM search
    CROSS JOIN LATERAL (SELECT (low + high) / 2 AS position) AS middle
    CROSS JOIN LATERAL (
      SELECT coalesce((
        SELECT created_at < $2::timestamptz FROM webhook_dispatcher.webhook_event
        WHERE organization_id = $1 AND position >= middle.position ORDER BY position LIMIT 1
      ), false) AS is_before
    ) AS probe
    WHERE high - low > 1
  )
  SELECT max(low)::float8 AS position FROM search`;

/** The log of all events: `webhook_event`, in the order of its positions. */
@Injectable()
export class EventLogRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  /**
   * Adds events to the logs of their organizations, in the given order, and leaves out events that are in a log already.
   * Call this late in a transaction: other transactions that log events of these organizations wait until it ends.
   */
  async append(tx: Sql, events: readonly NewEvent[]): Promise<Growth[]> {
    // Passed as JSON, because arrays of long texts would be escaped twice, which is slow.
    return tx.$queryRawUnsafe<Growth[]>(APPEND, JSON.stringify(events));
  }

  async bounds(organizationId: string): Promise<LogBounds> {
    const values = [organizationId];
    const { rows } = await this.#pool.query<LogBounds>({ name: 'log-bounds', text: BOUNDS, values });
    return rows[0] ?? { erasedTo: 0, lastPosition: 0 };
  }

  /** The next events after a position, at most `limit`; null as `types`: all are wanted. */
  async scan(
    organizationId: string,
    after: number,
    types: readonly string[] | null,
    limit: number,
  ): Promise<ScannedEvent[]> {
    const values = [organizationId, after, types, limit];
    const { rows } = await this.#pool.query<ScannedEvent>({ name: 'log-scan', text: SCAN, values });
    return rows;
  }

  /** In the order of their positions. An event that was erased meanwhile is left out. */
  async bodies(organizationId: string, positions: readonly number[]): Promise<LoggedBody[]> {
    if (positions.length === 0) return [];
    const values = [organizationId, positions];
    const { rows } = await this.#pool.query<LoggedBody>({ name: 'log-bodies', text: BODIES, values });
    return rows;
  }

  /** The position of the last event that was logged before a time. */
  async lastBefore(organizationId: string, at: Date): Promise<number> {
    const { rows } = await this.#pool.query<{ position: number | null }>(LAST_BEFORE, [organizationId, at]);
    return rows[0]?.position ?? 0;
  }
}
