import { randomBytes } from 'node:crypto';
import { NatsLink, RpcClient } from '@vedette/messaging';
import { createLogger } from '@vedette/telemetry';
import {
  createDatabase,
  spawnService,
  startNatsForSuite,
  waitFor,
  type ServiceProcess,
  type SuiteNats,
  type TestDatabase,
} from '@vedette/test-kit';
import { Client } from 'pg';
import { Organization } from './organization.ts';

/** The service as real processes, which a suite may kill or stop, on stores of its own. */
export interface Processes {
  readonly nats: SuiteNats;
  readonly database: TestDatabase;
  readonly link: NatsLink;
  readonly sql: Client;
  organization(): Organization;
  spawn(change?: Readonly<Record<string, string>>): Promise<ServiceProcess>;
  /** Kills all processes, and stops the rest. */
  stop(): Promise<void>;
}

export async function startProcesses(): Promise<Processes> {
  const logger = createLogger('test', 'error');
  const [nats, database] = await Promise.all([
    startNatsForSuite(),
    createDatabase({ migrations: ['services/incident'] }),
  ]);
  const environment = {
    NATS_URL: nats.urlOf('incident'),
    DATABASE_URL: database.url,
    INCIDENT_SECRET_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
    LOG_LEVEL: 'warn',
  };
  const spawned: ServiceProcess[] = [];
  const link = new NatsLink({ url: nats.url, service: 'test', logger });
  const sql = new Client({ connectionString: database.url });
  await sql.connect();
  await waitFor('NATS', () => link.isConnected);
  return {
    nats,
    database,
    link,
    sql,
    organization: () => new Organization({ rpc: new RpcClient(link, logger), link }),
    spawn: async (change = {}) => {
      const service = await spawnService('incident', { ...environment, ...change });
      spawned.push(service);
      return service;
    },
    stop: async () => {
      await Promise.all(spawned.map((service) => service.kill()));
      await link.close();
      await sql.end();
      await Promise.all([database.drop(), nats.stop()]);
    },
  };
}
