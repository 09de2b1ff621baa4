import type { Sql } from '@vedette/database';

/** Records, in the transaction of an effect, which events have had that effect. */
export class Inbox {
  readonly #schema: string;

  constructor(schema: string) {
    this.#schema = schema;
  }

  /** Returns the events that are received for the first time. A concurrent receiver of an event waits for the first. */
  async receive(tx: Sql, messageIds: readonly string[]): Promise<Set<string>> {
    // All receivers insert in the same order. Otherwise two receivers of the same events could deadlock.
    const rows = await tx.$queryRawUnsafe<{ message_id: string }[]>(
      `INSERT INTO ${this.#schema}.inbox (message_id)
       SELECT message_id FROM unnest($1::text[]) AS received (message_id) ORDER BY message_id
       ON CONFLICT DO NOTHING RETURNING message_id`,
      messageIds,
    );
    return new Set(rows.map((row) => row.message_id));
  }

  /** Deletes rows older than any event that JetStream still holds: those events cannot be delivered again. */
  async tidy(sql: Sql): Promise<void> {
    await sql.$executeRawUnsafe(`DELETE FROM ${this.#schema}.inbox WHERE received_at < now() - interval '8 days'`);
  }
}
