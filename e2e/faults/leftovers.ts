import type pg from 'pg';
import type { Leftover } from './truth.ts';

const SCHEMAS = ['monitor', 'incident', 'status_page', 'webhook_dispatcher'];

const MESSAGES = SCHEMAS.map(
  (schema) => `
    SELECT 'parked' AS kind, '${schema} ' || consumer || ' ' || message_id || ': ' || error AS text, false AS waits
    FROM ${schema}.parked_message
    UNION ALL
    SELECT CASE WHEN set_aside_at IS NULL THEN 'unsent-fact' ELSE 'set-aside' END,
      '${schema} ' || subject || ' ' || message_id || coalesce(': ' || error, ''), false
    FROM ${schema}.outbox WHERE published_at IS NULL`,
);

const ALERTS = `
    SELECT CASE state WHEN 'FAILED' THEN 'failed-alert' ELSE 'unsent-alert' END,
      incident_id || ' ' || kind || ' ' || state || ' after ' || attempts || ' attempts' ||
        coalesce(', leased until ' || lease_until, '') || coalesce(': ' || last_error, ''),
      coalesce(state = 'PENDING' AND gather_until > now(), false)
    FROM incident.alert_job WHERE state <> 'SENT'`;

const DELIVERIES = `
    SELECT 'delivery', id || ' of ' || event_type || ' ' || event_id || ' is ' || state || ' after ' || attempt_count ||
        ' attempts, the next at ' || coalesce(next_attempt_at::text, 'no time'),
      state = 'PENDING' AND last_response_status IS NOT NULL
    FROM webhook_dispatcher.delivery WHERE state <> 'SUCCEEDED'`;

const LEFTOVERS = [...MESSAGES, ALERTS, DELIVERIES].join('\n    UNION ALL');

/** Work that no service has finished: parked, set aside, unsent or failed. */
export async function readLeftovers(pool: pg.Pool): Promise<Leftover[]> {
  const { rows } = await pool.query<{ kind: Leftover['kind']; text: string; waits: boolean }>(LEFTOVERS);
  return rows.map(({ kind, text, waits }) => ({ kind, text, waitsForRetry: waits }));
}
