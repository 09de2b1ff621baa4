import { DeliverPolicy } from '@nats-io/jetstream';
import type { Type } from '@nestjs/common';
import { streams, type EventMessage, type EventType, type StreamDefinition } from '@vedette/contract';
import { migrate } from '@vedette/database';
import type { ServiceName } from '@vedette/local-stores';
import { jetstreamManagerOf, jetstreamOf, NatsLink, RpcClient } from '@vedette/messaging';
import { startService, type DatabaseConfig, type HostConfig, type RunningService } from '@vedette/service-host';
import { createLogger } from '@vedette/telemetry';
import pg from 'pg';
import { createDatabase, type TestDatabase } from '../stores/database.ts';
import type { Limits, Line, Organization } from './organization.ts';
import { inRepository } from '../repository.ts';
import { startNatsForSuite, startPostgresForSuite, type SuiteNats, type SuiteStore } from '../stores/suite-stores.ts';
import { waitFor } from '../wait-for.ts';

export type StoreConfig = HostConfig & DatabaseConfig;

export interface SuiteOptions<C extends StoreConfig, O extends Organization, P extends Peers> {
  readonly service: ServiceName;
  readonly module: Type<unknown>;
  /** The configuration of the service besides its stores and internal port. */
  readonly config: Omit<C, keyof StoreConfig>;
  /** What this service's tests call an organization. */
  readonly organization: new (line: Line, limits?: Limits) => O;
  /** Stand-ins for the services that it talks to; they start before the service and stop after it. */
  readonly peers?: (natsUrl: string) => Promise<P>;
  readonly replicas?: number;
  /** A PostgreSQL server of the suite's own, for tests that take it away. */
  readonly ownPostgres?: boolean;
}

export interface Peers {
  stop(): Promise<unknown>;
}

/** A service in this process, on its own real stores, with stand-ins for the services that it talks to. */
export interface Suite<C extends StoreConfig, O extends Organization, P extends Peers = Peers> extends Line {
  /** The first replica. */
  readonly service: RunningService;
  readonly config: C;
  readonly pool: pg.Pool;
  readonly nats: SuiteNats;
  /** Undefined unless the suite was started with `ownPostgres`. */
  readonly postgres: SuiteStore | undefined;
  readonly peers: P;
  /** What the stream of events holds about an organization, in order. */
  eventsOf(organization: Organization, type?: EventType): Promise<EventMessage[]>;
  organization(limits?: Limits): O;
  /** One more replica; `isAlone` if it will find its stores away. */
  startReplica(change?: Partial<C>, options?: { readonly isAlone?: boolean }): Promise<RunningService>;
  stop(): Promise<void>;
}

export async function startSuite<C extends StoreConfig, O extends Organization, P extends Peers = Peers>(
  options: SuiteOptions<C, O, P>,
): Promise<Suite<C, O, P>> {
  const [nats, database] = await Promise.all([startNatsForSuite(), databaseOf(options)]);
  const stores: StoreConfig = {
    natsUrl: nats.url,
    natsReplicas: 1,
    natsCaFile: null,
    logLevel: 'error',
    internalHost: '127.0.0.1',
    internalPort: 0,
    otlpEndpoint: null,
    databaseUrl: database.url,
    databaseMaxConnections: 10,
  };
  // The two parts are all that C has.
  const config = { ...stores, ...options.config } as unknown as C;
  const logger = createLogger('test', 'error');
  const link = new NatsLink({ url: nats.url, service: 'test', logger });
  const rpc = new RpcClient(link, logger);
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
  const peers = (await options.peers?.(nats.url)) ?? ({ stop: async () => undefined } as P);
  const started: RunningService[] = [];
  const startReplica: Suite<C, O>['startReplica'] = async (change = {}, { isAlone = false } = {}) => {
    const { service: name, module } = options;
    const running = await startService({ name, module, config: { ...config, ...change } });
    started.push(running);
    if (!isAlone) {
      await waitFor('NATS', () => running.host.link.isConnected);
      // When this returns, NATS has the subscriptions of the service.
      await running.host.link.flush();
    }
    return running;
  };
  const service = await startReplica();
  for (let replica = 1; replica < (options.replicas ?? 1); replica += 1) await startReplica();
  // Its first try may have failed, and requests fail at once while it is not connected.
  await waitFor('NATS', () => link.isConnected);
  let events: ReturnType<typeof watchEvents> | undefined;
  return {
    service,
    config,
    rpc,
    link,
    pool,
    nats,
    postgres: database.server,
    peers,
    eventsOf: async ({ id }, type) => {
      const read = await (events ??= watchEvents(link));
      return (await read()).filter(
        ({ organizationId, event }) => organizationId === id && (type ?? event.type) === event.type,
      );
    },
    organization: (limits) => new options.organization({ rpc, link }, limits),
    startReplica,
    stop: async () => {
      await Promise.all(started.map((running) => running.stop()));
      await Promise.all([link.close(), pool.end(), peers.stop()]);
      await Promise.all([database.drop(), nats.stop()]);
    },
  };
}

interface SuiteDatabase extends TestDatabase {
  readonly server: SuiteStore | undefined;
}

async function databaseOf({
  service,
  ownPostgres = false,
}: Pick<SuiteOptions<StoreConfig, Organization, Peers>, 'service' | 'ownPostgres'>): Promise<SuiteDatabase> {
  const directory = `services/${service}`;
  if (!ownPostgres) return { ...(await createDatabase({ migrations: [directory] })), server: undefined };
  const server = await startPostgresForSuite();
  await migrate({ url: server.url, serviceDirectory: inRepository(directory) });
  return { url: server.url, server, drop: () => server.stop() };
}

/** Reads the streams of events once, as they grow; each call returns when it has read all that is there. */
async function watchEvents(link: NatsLink): Promise<() => Promise<readonly EventMessage[]>> {
  const lanes = await Promise.all([streams.URGENT, streams.EVENTS].map((stream) => watchStream(link, stream)));
  return async () => {
    const events = (await Promise.all(lanes.map((read) => read()))).flat();
    return events.toSorted((one, other) => (one.event.id < other.event.id ? -1 : 1));
  };
}

async function watchStream(
  link: NatsLink,
  { name }: StreamDefinition,
): Promise<() => Promise<readonly EventMessage[]>> {
  const events: EventMessage[] = [];
  let read = 0;
  const lastOf = async (): Promise<number> => {
    const connection = await waitFor('NATS', () => link.connection);
    const manager = await jetstreamManagerOf(connection);
    return (await manager.streams.info(name)).state.last_seq;
  };
  await waitFor('the stream of events', async () => (await lastOf()) >= 0);
  const { consumers } = jetstreamOf(await waitFor('NATS', () => link.connection));
  const consumer = await consumers.get(name, { deliver_policy: DeliverPolicy.All });
  await consumer.consume({
    callback: (message) => {
      events.push(message.json<EventMessage>());
      read = message.seq;
    },
  });
  return async () => {
    const last = await lastOf();
    await waitFor(`message ${last} of ${name}`, () => read >= last, { intervalMs: 10 });
    return events;
  };
}
