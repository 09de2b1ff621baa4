import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { streams } from '@vedette/contract';
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

/** Marks acknowledged outbox rows as unsent if the stream has lost them since. Returns false if there is no stream. */
export async function markForgotten({ schema, pool, link, connection, logger }: Inspection): Promise<boolean> {
  const manager = await link.whileConnected(jetstreamManagerOf(connection));
  const info = await link.whileConnected(findStream(manager, streams.EVENTS.name));
  if (info === undefined) return false;
  await transaction(pool, async (client) => {
    // The upsert locks the row: one replica inspects at a time, and each sees the decision of the replica before it.
    const { rows } = await client.query<{ created_at: string }>(
      `INSERT INTO ${schema}.outbox_stream AS known (name, created_at) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET created_at = known.created_at RETURNING created_at`,
      [info.config.name, info.created],
    );
    const current = { createdAt: info.created, firstSequence: info.state.first_seq };
    const verdict = await forgotten(rows[0]?.created_at, current, memoryOf(client, schema, manager));
    if (verdict.kind === 'nothing') return;
    await client.query(`UPDATE ${schema}.outbox_stream SET created_at = $2 WHERE name = $1`, [
      info.config.name,
      info.created,
    ]);
    const { rowCount } = await client.query(
      `UPDATE ${schema}.outbox SET published_at = NULL, stream_sequence = NULL WHERE stream_sequence > $1`,
      [verdict.kind === 'everything' ? 0 : verdict.sequence],
    );
    logger.warn({ verdict, messages: rowCount }, 'JetStream has forgotten messages; they are sent again');
  });
  return true;
}

function memoryOf(client: Connection, schema: string, manager: JetStreamManager): StreamMemory {
  return {
    newestUpTo: async (sequence) => {
      const { rows } = await client.query<{ sequence: string; message_id: string }>(
        `SELECT stream_sequence AS sequence, message_id FROM ${schema}.outbox
         WHERE stream_sequence <= $1 ORDER BY stream_sequence DESC LIMIT 1`,
        [sequence],
      );
      return rows[0] && { sequence: Number(rows[0].sequence), messageId: rows[0].message_id };
    },
    messageAt: async (sequence) => {
      const message = await manager.streams.getMessage(streams.EVENTS.name, { seq: sequence });
      return message?.header.get('Nats-Msg-Id');
    },
  };
}
