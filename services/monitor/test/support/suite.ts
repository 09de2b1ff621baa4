import { randomBytes } from 'node:crypto';
import { migrate } from '@vedette/database';
import { NatsLink, RpcClient } from '@vedette/messaging';
import { startService, type RunningService } from '@vedette/service-host';
import { createLogger } from '@vedette/telemetry';
import {
  createDatabase,
  inRepository,
  startNatsForSuite,
  startPostgresForSuite,
  waitFor,
  type SuiteStore,
  type TestDatabase,
} from '@vedette/test-kit';
import pg from 'pg';
import { AppModule } from '../../src/app.module.ts';
import type { MonitorConfig } from '../../src/config.ts';
import { NeighbourPeer } from './neighbour-peer.ts';
import { Organization, type OrganizationOptions } from './organization.ts';
import { WorkerPeer } from './worker-peer.ts';

/** The service on real stores, with whoever it talks to. */
export interface Suite {
  readonly service: RunningService;
  readonly config: MonitorConfig;
  readonly rpc: RpcClient;
  readonly pool: pg.Pool;
  readonly nats: SuiteStore;
  /** Undefined unless the suite was started with one of its own, to take it away. */
  readonly postgres: SuiteStore | undefined;
  /** The incident and status-page services. */
  readonly neighbours: NeighbourPeer;
  organization(options?: OrganizationOptions): Organization;
  startReplica(change?: Partial<MonitorConfig>): Promise<RunningService>;
  /** Without one nothing is checked. It stops with the suite. */
  startWorker(): Promise<WorkerPeer>;
  stop(): Promise<void>;
}

export async function startSuite({ ownPostgres = false } = {}): Promise<Suite> {
  const [nats, database] = await Promise.all([startNatsForSuite(), ownPostgres ? ownDatabase() : sharedDatabase()]);
  const config: MonitorConfig = {
    natsUrl: nats.url,
    natsReplicas: 1,
    logLevel: 'error',
    internalHost: '127.0.0.1',
    listenHost: '127.0.0.1',
    internalPort: 0,
    otlpEndpoint: null,
    databaseUrl: database.url,
    databaseMaxConnections: 10,
    secretKey: randomBytes(32),
    previousSecretKey: null,
    heartbeatPublicUrl: 'http://heartbeats.test',
    heartbeatPort: 0,
    historyDays: 30,
  };
  const link = new NatsLink({ url: nats.url, service: 'test', logger: createLogger('test', 'error') });
  const rpc = new RpcClient(link, createLogger('test', 'error'));
  const neighbours = await NeighbourPeer.start(nats.url);
  const started: RunningService[] = [];
  const workers: WorkerPeer[] = [];
  const start = async (change: Partial<MonitorConfig> = {}): Promise<RunningService> => {
    const running = await startService({ name: 'monitor', module: AppModule, config: { ...config, ...change } });
    started.push(running);
    await waitFor('NATS', () => running.host.link.isConnected);
    return running;
  };
  const service = await start();
  await waitFor('NATS', () => link.isConnected);
  const pool = new pg.Pool({ connectionString: config.databaseUrl });
  pool.on('error', () => undefined);
  return {
    service,
    config,
    rpc,
    pool,
    nats,
    postgres: database.server,
    neighbours,
    organization: (options) => new Organization(rpc, options),
    startReplica: start,
    startWorker: async () => {
      const worker = await WorkerPeer.start(nats.url);
      workers.push(worker);
      return worker;
    },
    stop: async () => {
      await Promise.all(started.map((running) => running.stop()));
      await Promise.all(workers.map((worker) => worker.stop()));
      await Promise.all([link.close(), pool.end(), neighbours.stop()]);
      await Promise.all([database.drop(), nats.stop()]);
    },
  };
}

interface SuiteDatabase extends TestDatabase {
  readonly server: SuiteStore | undefined;
}

async function sharedDatabase(): Promise<SuiteDatabase> {
  return { ...(await createDatabase({ migrations: ['services/monitor'] })), server: undefined };
}

async function ownDatabase(): Promise<SuiteDatabase> {
  const server = await startPostgresForSuite();
  await migrate({ url: server.url, serviceDirectory: inRepository('services/monitor') });
  return { url: server.url, server, drop: () => server.stop() };
}
