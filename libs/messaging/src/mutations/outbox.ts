import type { FactLane } from '@vedette/contract';
import type { Sql } from '@vedette/database';
// The command line needs nothing else of telemetry, and loading all of it takes a fifth of a command's time.
import { injectTrace } from '@vedette/telemetry/tracing';

export interface OutboxMessage {
  readonly id: string;
  /** Organizations take turns on the way to the stream. */
  readonly organizationId: string;
  readonly subject: string;
  readonly payload: unknown;
}

export function laneOf(subject: string): FactLane {
  return subject.split('.', 2)[1] as FactLane;
}

/** Writes facts as rows of a transaction: they are sent if, and only if, it commits. */
export class Outbox {
  readonly #table: string;

  constructor(schema: string) {
    this.#table = `${schema}.outbox`;
  }

  async write(tx: Sql, messages: readonly OutboxMessage[]): Promise<void> {
    if (messages.length === 0) return;
    await tx.$executeRawUnsafe(
      `INSERT INTO ${this.#table} (message_id, organization_id, subject, payload, trace)
       SELECT message_id, organization_id, subject, payload, $5::jsonb
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
         AS message (message_id, organization_id, subject, payload)`,
      messages.map(({ id }) => id),
      messages.map(({ organizationId }) => organizationId),
      messages.map(({ subject }) => subject),
      messages.map(({ payload }) => JSON.stringify(payload)),
      JSON.stringify(injectTrace()),
    );
  }
}
