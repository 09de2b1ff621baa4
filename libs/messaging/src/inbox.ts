import type { Sql } from '@vedette/database';

/** Remembers which events have had their effect, in the transaction of that effect. */
export class Inbox {
  readonly #schema: string;

  constructor(schema: string) {
    this.#schema = schema;
  }

  /** Those of the events that are received for the first time. A concurrent receiver waits for the first one. */
  async receive(tx: Sql, messageIds: readonly string[]): Promise<Set<string>> {
    // In the same order everywhere, or two receivers of the same events could wait for each other.
    const rows = await tx.$queryRawUnsafe<{ message_id: string }[]>(
      `INSERT INTO ${this.#schema}.inbox (message_id)
       SELECT message_id FROM unnest($1::text[]) AS received (message_id) ORDER BY message_id
       ON CONFLICT DO NOTHING RETURNING message_id`,
      messageIds,
    );
    return new Set(rows.map((row) => row.message_id));
  }

  /** Rows older than JetStream keeps an event can meet no repetition any more. */
  async tidy(sql: Sql): Promise<void> {
    await sql.$executeRawUnsafe(`DELETE FROM ${this.#schema}.inbox WHERE received_at < now() - interval '8 days'`);
  }
}
