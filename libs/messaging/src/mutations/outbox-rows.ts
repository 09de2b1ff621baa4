import type { FactLane } from '@vedette/contract';
import type { Connection } from '@vedette/database';
import type { TraceCarrier } from '@vedette/telemetry';
import type { Pool } from 'pg';

/** The largest number of rows in a batch. */
const BATCH = 256;
/** Limit for the payloads in memory at once; a single row may be as large as a NATS message. */
const BATCH_BYTES = 8_000_000;
/** The largest number of organizations in a batch. */
const TURNS = 64;
const KEPT_DAYS = 7;

const UNSENT = `published_at IS NULL AND set_aside_at IS NULL`;

export interface OutboxRow {
  readonly id: string;
  readonly message_id: string;
  readonly organization_id: string;
  readonly subject: string;
  readonly payload: string;
  readonly trace: TraceCarrier;
  readonly failures: number;
}

export interface OutboxBatch {
  readonly rows: readonly OutboxRow[];
  /** The organization that had the last turn, after which the next batch begins; null if all others have had theirs. */
  readonly lastTurn: string | null;
  /** True if rows of these organizations may be left. */
  readonly isCut: boolean;
}

interface BatchRow extends OutboxRow {
  readonly organizations: number;
  readonly last_turn: string;
  readonly is_cut: boolean;
}

/** What became of a row that JetStream acknowledged. */
export interface SentRow {
  readonly id: string;
  readonly stream: string;
  readonly sequence: number;
}

/** What becomes of a row that could not be sent; null as the delay: it is set aside. */
export interface FailedRow {
  readonly id: string;
  readonly failures: number;
  readonly error: string;
  readonly delay_ms: number | null;
}

/** The SQL of the relay. */
export class OutboxRows {
  readonly #table: string;
  readonly #pool: Pool;

  constructor(schema: string, pool: Pool) {
    this.#table = `${schema}.outbox`;
    this.#pool = pool;
  }

  /** The lanes that have rows to send now. One statement outside of a transaction: most looks find nothing. */
  async lanesDue(lanes: readonly FactLane[]): Promise<FactLane[]> {
    const { rows } = await this.#pool.query<{ lane: FactLane }>({
      name: 'outbox-due',
      text: `SELECT lane FROM unnest($1::text[]) AS lane WHERE EXISTS (
        SELECT FROM ${this.#table} WHERE ${UNSENT} AND split_part(subject, '.', 2) = lane AND next_try_at <= now())`,
      values: [lanes],
    });
    return rows.map(({ lane }) => lane);
  }

  /**
   * Locks a batch of the lane's rows, unless another replica sends them. Organizations take turns, beginning with the one
   * after `afterOrganization`; the rows of each are in order. The index finds each organization and its rows, so that a
   * batch costs the same however many rows wait.
   */
  async lockBatch(client: Connection, lane: FactLane, afterOrganization: string): Promise<OutboxBatch> {
    const { rows } = await client.query<BatchRow>({
      name: 'outbox-batch',
      text: `
        WITH RECURSIVE turn (number, organization_id) AS (
          SELECT 0, $2::text COLLATE "C"
          UNION ALL
          SELECT number + 1, (
            SELECT next.organization_id FROM ${this.#table} AS next
            WHERE ${UNSENT} AND split_part(subject, '.', 2) = $1 AND next_try_at <= now()
              AND next.organization_id > turn.organization_id
            ORDER BY next.organization_id LIMIT 1
          ) FROM turn WHERE number < ${TURNS} AND organization_id IS NOT NULL
        ), organization AS MATERIALIZED (
          SELECT organization_id FROM turn WHERE number > 0 AND organization_id IS NOT NULL
        ), share AS MATERIALIZED (
          SELECT ${BATCH} / greatest(count(*), 1) AS size FROM organization
        ), locked AS MATERIALIZED (
          SELECT own.* FROM organization CROSS JOIN LATERAL (
            SELECT id, message_id, organization_id, subject, payload, trace, failures FROM ${this.#table}
            WHERE ${UNSENT} AND split_part(subject, '.', 2) = $1 AND next_try_at <= now()
              AND organization_id = organization.organization_id
            ORDER BY id LIMIT (SELECT size FROM share) FOR UPDATE SKIP LOCKED
          ) AS own
        ), placed AS (
          SELECT *, row_number() OVER (PARTITION BY organization_id ORDER BY id) AS place FROM locked
        ), sized AS (
          SELECT *, octet_length(payload) AS bytes,
            sum(octet_length(payload)) OVER (ORDER BY place, organization_id) AS bytes_so_far,
            max(place) OVER () >= (SELECT size FROM share) AS is_full, count(*) OVER () AS found
          FROM placed
        ), chosen AS (
          SELECT *, count(*) OVER () AS taken FROM sized WHERE bytes_so_far - bytes < ${BATCH_BYTES}
        )
        SELECT id, message_id, chosen.organization_id, subject, payload, trace, failures,
          is_full OR taken < found AS is_cut,
          (SELECT count(*)::integer FROM organization) AS organizations,
          (SELECT max(organization_id) FROM organization) AS last_turn
        FROM chosen ORDER BY place, chosen.organization_id`,
      values: [lane, afterOrganization],
    });
    const [first] = rows;
    if (first === undefined) return { rows, lastTurn: null, isCut: false };
    return { rows, lastTurn: first.organizations < TURNS ? null : first.last_turn, isCut: first.is_cut };
  }

  async noteSent(client: Connection, sent: readonly SentRow[]): Promise<void> {
    if (sent.length === 0) return;
    await client.query(
      `UPDATE ${this.#table} AS row SET published_at = now(), stream = sent.stream, stream_sequence = sent.sequence
       FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS sent (id, stream, sequence) WHERE row.id = sent.id`,
      [sent.map(({ id }) => id), sent.map(({ stream }) => stream), sent.map(({ sequence }) => sequence)],
    );
  }

  async noteFailures(client: Connection, failed: readonly FailedRow[]): Promise<void> {
    if (failed.length === 0) return;
    await client.query(
      `UPDATE ${this.#table} AS row SET failures = failed.failures, error = failed.error,
         next_try_at = now() + coalesce(failed.delay_ms, 0) * interval '1 millisecond',
         set_aside_at = CASE WHEN failed.delay_ms IS NULL THEN now() END
       FROM json_to_recordset($1::json) AS failed (id bigint, failures integer, error text, delay_ms float8)
       WHERE row.id = failed.id`,
      [JSON.stringify(failed)],
    );
  }

  async oldestUnsentSeconds(): Promise<number> {
    const { rows } = await this.#pool.query<{ age: number }>(
      `SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS age
       FROM ${this.#table} WHERE ${UNSENT}`,
    );
    return rows[0]?.age ?? 0;
  }

  async countSetAside(): Promise<number> {
    const { rows } = await this.#pool.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM ${this.#table} WHERE set_aside_at IS NOT NULL`,
    );
    return rows[0]?.count ?? 0;
  }

  async tidy(): Promise<void> {
    await this.#pool.query(`DELETE FROM ${this.#table} WHERE published_at < now() - interval '${KEPT_DAYS} days'`);
  }
}
