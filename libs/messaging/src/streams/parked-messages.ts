import type { ParkedMessage, ReplayOutcome } from '@vedette/contract';
import { countOf, type Sql } from '@vedette/database/sql';

/** Length of a list that an operator reads. */
const MOST_LISTED = 100;
const MOST_CHARACTERS = 500;

export interface MessageToPark {
  readonly consumer: string;
  readonly messageId: string;
  readonly subject: string;
  readonly payload: string | Uint8Array;
  readonly error: unknown;
  readonly deliveries: number;
}

/** Processes a parked message once more, as its consumer would; a repeated message must have no effect. */
export type Replay = (payload: string) => Promise<void>;

/** Messages that failed because of their data. They are kept for an operator until they are replayed. */
export class ParkedMessages {
  readonly #table: string;
  readonly #sql: Sql;
  readonly #replays = new Map<string, Replay>();

  constructor(schema: string, sql: Sql) {
    this.#table = `${schema}.parked_message`;
    this.#sql = sql;
  }

  /** Registers the consumer to which parked messages of its name are returned. */
  onReplay(consumer: string, replay: Replay): void {
    this.#replays.set(consumer, replay);
  }

  /**
   * If the same message is parked again, it replaces the earlier row. Given a transaction, the message is parked if,
   * and only if, the transaction commits.
   */
  async park(message: MessageToPark, sql: Sql = this.#sql): Promise<void> {
    const { consumer, messageId, subject, payload, error, deliveries } = message;
    await sql.$executeRawUnsafe(
      `INSERT INTO ${this.#table} (consumer, message_id, subject, payload, error, deliveries)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (consumer, message_id) DO UPDATE SET payload = EXCLUDED.payload, error = EXCLUDED.error,
         deliveries = EXCLUDED.deliveries, parked_at = EXCLUDED.parked_at`,
      consumer,
      storable(messageId),
      subject,
      Buffer.from(payload),
      sentenceOf(error),
      deliveries,
    );
  }

  /** Returns the oldest messages first. */
  list(): Promise<ParkedMessage[]> {
    return this.#find('');
  }

  count(): Promise<number> {
    return countOf(this.#sql, this.#table);
  }

  /** Replays messages with this id, or as many as one list holds. If one fails again, it stays, with its new error. */
  async replay(messageId: string | null): Promise<ReplayOutcome[]> {
    const outcomes: ReplayOutcome[] = [];
    const parked = await (messageId === null ? this.#find('') : this.#find('WHERE message_id = $1', messageId));
    for (const message of parked) outcomes.push(await this.#replay(message));
    return outcomes;
  }

  async #replay(message: ParkedMessage): Promise<ReplayOutcome> {
    const { consumer, messageId } = message;
    try {
      const replay = this.#replays.get(consumer);
      if (replay === undefined) throw new Error(`This service has no consumer ${consumer} any more`);
      const [row] = await this.#sql.$queryRawUnsafe<{ payload: Uint8Array }[]>(
        `SELECT payload FROM ${this.#table} WHERE consumer = $1 AND message_id = $2`,
        consumer,
        messageId,
      );
      // A concurrent replay has already removed the row.
      if (row === undefined) return { consumer, messageId, error: null };
      await replay(Buffer.from(row.payload).toString());
      await this.#sql.$executeRawUnsafe(
        `DELETE FROM ${this.#table} WHERE consumer = $1 AND message_id = $2`,
        consumer,
        messageId,
      );
      return { consumer, messageId, error: null };
    } catch (failure) {
      const error = sentenceOf(failure);
      await this.#sql.$executeRawUnsafe(
        `UPDATE ${this.#table} SET error = $3 WHERE consumer = $1 AND message_id = $2`,
        consumer,
        messageId,
        error,
      );
      return { consumer, messageId, error };
    }
  }

  #find(condition: string, ...values: unknown[]): Promise<ParkedMessage[]> {
    return Promise.resolve(
      this.#sql.$queryRawUnsafe<ParkedMessage[]>(
        `SELECT consumer, message_id AS "messageId", subject, octet_length(payload) AS bytes, error, deliveries,
           to_char(parked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "parkedAt"
         FROM ${this.#table} ${condition} ORDER BY parked_at, consumer, message_id LIMIT ${MOST_LISTED}`,
        ...values,
      ),
    );
  }
}

function sentenceOf(error: unknown): string {
  return storable(error instanceof Error ? error.message : String(error));
}

/** Turns the error into text that PostgreSQL can store. */
function storable(text: string): string {
  return text.slice(0, MOST_CHARACTERS).toWellFormed().replaceAll('\0', '\uFFFD');
}
