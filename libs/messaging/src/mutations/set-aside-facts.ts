import type { ParkedMessage, ReplayOutcome } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import type { OutboxRelay } from './outbox-relay.ts';

const MOST_LISTED = 100;
/** The consumer name under which refused facts are listed beside parked messages. */
export const OUTBOX = 'outbox';

/** Outbox rows that JetStream has refused. An operator can inspect them and send them again. */
export class SetAsideFacts {
  readonly #table: string;
  readonly #sql: Sql;
  readonly #relay: OutboxRelay;

  constructor(schema: string, sql: Sql, relay: OutboxRelay) {
    this.#table = `${schema}.outbox`;
    this.#sql = sql;
    this.#relay = relay;
  }

  list(): Promise<ParkedMessage[]> {
    return Promise.resolve(
      this.#sql.$queryRawUnsafe<ParkedMessage[]>(
        `SELECT '${OUTBOX}' AS consumer, message_id AS "messageId", subject, octet_length(payload) AS bytes,
           coalesce(error, '') AS error, failures AS deliveries,
           to_char(set_aside_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "parkedAt"
         FROM ${this.#table} WHERE set_aside_at IS NOT NULL ORDER BY set_aside_at, id LIMIT ${MOST_LISTED}`,
      ),
    );
  }

  /** Gives the row with this id, or all rows, back to the relay, which treats them as new. */
  async replay(messageId: string | null): Promise<ReplayOutcome[]> {
    const rows = await this.#sql.$queryRawUnsafe<{ message_id: string }[]>(
      `UPDATE ${this.#table} SET set_aside_at = NULL, failures = 0, next_try_at = '-infinity'
       WHERE set_aside_at IS NOT NULL AND ($1::text IS NULL OR message_id = $1) RETURNING message_id`,
      messageId,
    );
    this.#relay.wake();
    return rows.map((row) => ({ consumer: OUTBOX, messageId: row.message_id, error: null }));
  }
}
