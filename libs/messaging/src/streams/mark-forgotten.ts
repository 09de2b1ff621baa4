import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { StreamDefinition } from '@vedette/contract';
import { transaction, type Connection } from '@vedette/database';
import type { Logger } from '@vedette/telemetry';
import type { Pool } from 'pg';
import { forgotten, type StreamMemory } from './forgotten.ts';
import type { NatsLink } from '../link/nats-link.ts';
import { findStream, jetstreamManagerOf } from './streams.ts';

interface Inspection {
  readonly schema: string;
  readonly pool: Pool;
  readonly link: NatsLink;
  readonly connection: NatsConnection;
  readonly logger: Logger;
}

/** Marks acknowledged outbox rows as unsent if their stream has lost them since. Returns the streams that are missing. */
export async function markForgotten(
  inspection: Inspection,
  definitions: readonly StreamDefinition[],
): Promise<StreamDefinition[]> {
  const manager = await inspection.link.whileConnected(jetstreamManagerOf(inspection.connection));
  const missing: StreamDefinition[] = [];
  for (const definition of definitions) {
    const info = await inspection.link.whileConnected(findStream(manager, definition.name));
    if (info === undefined) missing.push(definition);
    else await inspect(inspection, manager, info);
  }
  return missing;
}

async function inspect(
  { schema, pool, logger }: Inspection,
  manager: JetStreamManager,
  info: StreamInfo,
): Promise<void> {
  const { name } = info.config;
  await transaction(pool, async (client) => {
    // The upsert locks the row: one replica inspects at a time, and each sees the decision of the replica before it.
    const { rows } = await client.query<{ created_at: string }>(
      `INSERT INTO ${schema}.outbox_stream AS known (name, created_at) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET created_at = known.created_at RETURNING created_at`,
      [name, info.created],
    );
    const current = { createdAt: info.created, firstSequence: info.state.first_seq };
    const verdict = await forgotten(rows[0]?.created_at, current, memoryOf(client, schema, manager, name));
    if (verdict.kind === 'nothing') return;
    await client.query(`UPDATE ${schema}.outbox_stream SET created_at = $2 WHERE name = $1`, [name, info.created]);
    const { rowCount } = await client.query(
      `UPDATE ${schema}.outbox SET published_at = NULL, stream = NULL, stream_sequence = NULL
       WHERE stream = $1 AND stream_sequence > $2`,
      [name, verdict.kind === 'everything' ? 0 : verdict.sequence],
    );
    logger.warn({ stream: name, verdict, messages: rowCount }, 'JetStream has forgotten messages; they are sent again');
  });
}

function memoryOf(client: Connection, schema: string, manager: JetStreamManager, stream: string): StreamMemory {
  return {
    newestUpTo: async (sequence) => {
      const { rows } = await client.query<{ sequence: string; message_id: string }>(
        `SELECT stream_sequence AS sequence, message_id FROM ${schema}.outbox
         WHERE stream = $1 AND stream_sequence <= $2 ORDER BY stream_sequence DESC LIMIT 1`,
        [stream, sequence],
      );
      return rows[0] && { sequence: Number(rows[0].sequence), messageId: rows[0].message_id };
    },
    messageAt: async (sequence) => {
      const message = await manager.streams.getMessage(stream, { seq: sequence });
      return message?.header.get('Nats-Msg-Id');
    },
  };
}
