import { jetstream, jetstreamManager, DeliverPolicy } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { natsAddress } from '@vedette/messaging/nats-address';
import { streams, type EventMessage, type EventType } from '@vedette/contract';
import { NatsLink, RpcClient } from '@vedette/messaging';
import { startService, type RunningService } from '@vedette/service-host';
import { createLogger } from '@vedette/telemetry';
import {
  createDatabase,
  freePort,
  startNatsForSuite,
  waitFor,
  type SuiteStore,
  type TestDatabase,
} from '@vedette/test-kit';
import { DnsServer } from '@vedette/test-kit/dns-server';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { AppModule } from '../../src/app.module.ts';
import type { StatusPageConfig } from '../../src/config.ts';
import { MonitorPeer } from '@vedette/test-kit/monitor-peer';
import { Organization } from './organization.ts';

/** The service on real stores, with whoever it talks to. */
export interface Suite {
  readonly service: RunningService;
  readonly config: StatusPageConfig;
  readonly peer: MonitorPeer;
  readonly rpc: RpcClient;
  readonly pool: pg.Pool;
  readonly nats: SuiteStore;
  /** What it asks about names. */
  readonly dns: DnsServer;
  readonly publicUrl: string;
  /** Every event that the service has told, in order. */
  readonly events: EventMessage[];
  organization(options?: { statusPages?: number }): Organization;
  eventsOf(organization: Organization, type?: EventType): EventMessage[];
  startReplica(change?: Partial<StatusPageConfig>): Promise<RunningService & { publicPort: number }>;
  /** A replica that finds its stores away. */
  startAlone(change?: Partial<StatusPageConfig>): Promise<RunningService & { publicPort: number }>;
  stop(): Promise<void>;
}

export async function startSuite(
  options: { databaseUrl?: string; config?: Partial<StatusPageConfig> } = {},
): Promise<Suite> {
  const [nats, dns, database, port, snapshotDirectory] = await Promise.all([
    startNatsForSuite(),
    DnsServer.start(),
    options.databaseUrl === undefined ? createDatabase({ migrations: ['services/status-page'] }) : undefined,
    freePort(),
    mkdtemp(join(tmpdir(), 'status-page-')),
  ]);
  const config: StatusPageConfig = {
    natsUrl: nats.url,
    natsReplicas: 1,
    logLevel: 'error',
    internalHost: '127.0.0.1',
    listenHost: '127.0.0.1',
    internalPort: 0,
    otlpEndpoint: null,
    databaseUrl: options.databaseUrl ?? (database as TestDatabase).url,
    databaseMaxConnections: 10,
    port,
    publicUrl: `http://localhost:${String(port)}`,
    snapshotDirectory,
    frameAncestors: ["'none'"],
    allowPrivateLogos: false,
    dnsServers: [dns.address],
    ...options.config,
  };
  const link = new NatsLink({ url: nats.url, service: 'test', logger: createLogger('test', 'error') });
  const started: RunningService[] = [];
  const start = async (change: Partial<StatusPageConfig> = {}, isAlone = false): Promise<RunningService> => {
    const running = await startService({ name: 'status-page', module: AppModule, config: { ...config, ...change } });
    started.push(running);
    if (!isAlone) await waitFor('NATS', () => running.host.link.isConnected);
    return running;
  };
  const peer = await MonitorPeer.start(nats.url);
  const service = await start();
  await waitFor('NATS', () => link.isConnected);
  const watcher = await connect({ ...natsAddress(nats.url), maxReconnectAttempts: -1, reconnectTimeWait: 100 });
  const events: EventMessage[] = [];
  await watch(watcher, events);
  const rpc = new RpcClient(link, createLogger('test', 'error'));
  const pool = new pg.Pool({ connectionString: config.databaseUrl });
  pool.on('error', () => undefined);

  return {
    service,
    config,
    peer,
    rpc,
    pool,
    nats,
    dns,
    publicUrl: config.publicUrl,
    events,
    organization: (organizationOptions) => new Organization(rpc, organizationOptions),
    eventsOf: ({ id }, type) =>
      events.filter(({ organizationId, event }) => organizationId === id && (type ?? event.type) === event.type),
    startReplica: async (change) => {
      const publicPort = await freePort();
      return { ...(await start({ port: publicPort, ...change })), publicPort };
    },
    startAlone: async (change) => {
      const publicPort = await freePort();
      return { ...(await start({ port: publicPort, ...change }, true)), publicPort };
    },
    stop: async () => {
      await Promise.all(started.map((running) => running.stop()));
      await Promise.all([link.close(), watcher.close(), peer.stop(), pool.end()]);
      await Promise.all([
        database?.drop(),
        nats.stop(),
        dns.close(),
        rm(snapshotDirectory, { recursive: true, force: true }),
      ]);
    },
  };
}

async function watch(connection: NatsConnection, events: EventMessage[]): Promise<void> {
  await waitFor('the stream of events', async () => {
    const manager = await jetstreamManager(connection);
    return manager.streams.info(streams.EVENTS.name);
  });
  const consumer = await jetstream(connection).consumers.get(streams.EVENTS.name, {
    deliver_policy: DeliverPolicy.All,
  });
  await consumer.consume({
    callback: (message) => {
      if (!message.subject.startsWith('vedette.events.monitor.')) events.push(message.json<EventMessage>());
    },
  });
}
