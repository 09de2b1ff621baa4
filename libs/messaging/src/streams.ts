import {
  jetstream,
  jetstreamManager,
  JetStreamApiCodes,
  JetStreamApiError,
  DiscardPolicy,
  RetentionPolicy,
  StorageType,
  type JetStreamClient,
  type StreamConfig,
} from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import { streams, type StreamDefinition } from '@vedette/contract';

/** Makes the streams that are missing and brings the settings of the others up to today's. */
export async function ensureStreams(connection: NatsConnection, replicas: number): Promise<void> {
  const manager = await jetstreamManager(connection);
  for (const definition of Object.values(streams)) {
    const config = streamConfig(definition, replicas);
    try {
      await manager.streams.update(definition.name, config);
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.code !== JetStreamApiCodes.StreamNotFound) throw error;
      await manager.streams.add({ ...config, name: definition.name });
    }
  }
}

function streamConfig(definition: StreamDefinition, replicas: number): Partial<StreamConfig> {
  return {
    subjects: [...definition.subjects],
    retention: definition.retention === 'workqueue' ? RetentionPolicy.Workqueue : RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
    max_age: nanos(definition.maxAgeMs),
    duplicate_window: nanos(Math.min(120_000, definition.maxAgeMs)),
    num_replicas: replicas,
  };
}

export function jetstreamOf(connection: NatsConnection): JetStreamClient {
  return jetstream(connection, { timeout: 5_000 });
}
