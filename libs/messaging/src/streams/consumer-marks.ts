import type { Sql } from '@vedette/database';
import type { StoredMessage } from './consumer-position.ts';

/** Stores the newest message that each consumer of the service has received, so that restarts do not lose it. */
export class ConsumerMarks {
  readonly #table: string;
  readonly #sql: Sql;

  constructor(schema: string, sql: Sql) {
    this.#table = `${schema}.consumer_mark`;
    this.#sql = sql;
  }

  async find(consumer: string): Promise<StoredMessage | undefined> {
    const [row] = await this.#sql.$queryRawUnsafe<{ stream_sequence: string; stored_at: Date }[]>(
      `SELECT stream_sequence, stored_at FROM ${this.#table} WHERE consumer = $1`,
      consumer,
    );
    return row && { sequence: Number(row.stream_sequence), storedAt: row.stored_at };
  }

  /** Replicas share a consumer, so only a newer message replaces the stored one. */
  async save(consumer: string, { sequence, storedAt }: StoredMessage): Promise<void> {
    await this.#sql.$executeRawUnsafe(
      `INSERT INTO ${this.#table} AS mark (consumer, stream_sequence, stored_at) VALUES ($1, $2, $3)
       ON CONFLICT (consumer) DO UPDATE SET stream_sequence = EXCLUDED.stream_sequence, stored_at = EXCLUDED.stored_at
       WHERE (mark.stored_at, mark.stream_sequence) < (EXCLUDED.stored_at, EXCLUDED.stream_sequence)`,
      consumer,
      sequence,
      storedAt,
    );
  }
}
