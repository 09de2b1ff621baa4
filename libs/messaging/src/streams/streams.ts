import {
  jetstream,
  jetstreamManager,
  JetStreamApiCodes,
  JetStreamApiError,
  DiscardPolicy,
  RetentionPolicy,
  StorageType,
  type JetStreamClient,
  type JetStreamManager,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import { jetstreamApi, streams, type StreamDefinition } from '@vedette/contract';
import { isDeepStrictEqual } from 'node:util';

/** Longest wait for an answer from JetStream: a cluster without a leader does not answer. */
const TIMEOUT_MS = 5_000;

/** Creates missing streams and updates the settings of existing ones. */
export async function ensureStreams(
  connection: NatsConnection,
  replicas: number,
  definitions: readonly StreamDefinition[] = Object.values(streams),
): Promise<void> {
  const manager = await jetstreamManagerOf(connection);
  await Promise.all(definitions.map((definition) => ensureStream(manager, definition, replicas)));
}

/** Returns undefined if the stream does not exist. */
export async function findStream(manager: JetStreamManager, name: string): Promise<StreamInfo | undefined> {
  try {
    return await manager.streams.info(name);
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return undefined;
    throw error;
  }
}

async function ensureStream(manager: JetStreamManager, definition: StreamDefinition, replicas: number): Promise<void> {
  const wanted = streamConfig(definition, replicas);
  const found = await findStream(manager, definition.name);
  if (found === undefined) await manager.streams.add({ ...wanted, name: definition.name });
  else if (!isDeepStrictEqual({ ...found.config, ...wanted }, found.config)) {
    await manager.streams.update(definition.name, wanted);
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

/** `user`: the NATS user of the connection, if the prefix of its requests may be another than the usual one. */
export function jetstreamOf(connection: NatsConnection, user = ''): JetStreamClient {
  return jetstream(connection, { timeout: TIMEOUT_MS, apiPrefix: jetstreamApi(user) });
}

export function jetstreamManagerOf(connection: NatsConnection, user = ''): Promise<JetStreamManager> {
  return jetstreamManager(connection, { timeout: TIMEOUT_MS, apiPrefix: jetstreamApi(user), checkAPI: false });
}
