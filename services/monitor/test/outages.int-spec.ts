import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { natsAddress } from '@vedette/messaging/nats-address';
import pg from 'pg';
import { migrate } from '@vedette/database';
import { NatsLink, RpcClient } from '@vedette/messaging';
import { startService, type RunningService } from '@vedette/service-host';
import { createLogger } from '@vedette/telemetry';
import { inRepository, startNatsForSuite, startPostgresForSuite, waitFor, type SuiteStore } from '@vedette/test-kit';
import { AppModule } from '../src/app.module.ts';
import { Organization } from './support/organization.ts';

const logger = createLogger('test', 'error', { write: () => undefined });
const secretKey = randomBytes(32);
const serviceDirectory = inRepository('services/monitor');

let nats: SuiteStore;
let postgres: SuiteStore;
let service: RunningService | undefined;
let link: NatsLink;
let organization: Organization;

beforeAll(async () => {
  [nats, postgres] = await Promise.all([startNatsForSuite(), startPostgresForSuite()]);
});
afterAll(() => Promise.all([nats.stop(), postgres.stop()]));
beforeEach(() => {
  link = new NatsLink({ url: nats.url, service: 'test', logger });
  organization = new Organization({ rpc: new RpcClient(link, logger), link });
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
  await link.close();
});

async function start(): Promise<RunningService> {
  service = await startService({
    name: 'monitor',
    module: AppModule,
    logger,
    config: {
      natsUrl: nats.url,
      natsReplicas: 1,
      natsCaFile: null,
      logLevel: 'error',
      internalHost: '127.0.0.1',
      listenHost: '127.0.0.1',
      internalPort: 0,
      otlpEndpoint: null,
      databaseUrl: postgres.url,
      databaseMaxConnections: 10,
      secretKey,
      previousSecretKey: null,
      heartbeatPublicUrl: 'http://heartbeats.test',
      heartbeatPort: 0,
      historyDays: 30,
    },
  });
  return service;
}

/** A request to the service's internal port. */
async function ask(path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://127.0.0.1:${service?.internalPort ?? 0}${path}`);
  return { status: response.status, text: await response.text() };
}

const isReady = async () => (await ask('/ready')).status === 200;

async function storedEvents(): Promise<number> {
  const connection = await connect(natsAddress(nats.url));
  try {
    const manager = await jetstreamManager(connection);
    return (await manager.streams.info('EVENTS')).state.messages;
  } finally {
    await connection.close();
  }
}

// The tests share the stores and run in order: the first one creates the schema.
describe('the service', () => {
  it('boots before its stores are there, says why it is not ready, and is ready once they are', async () => {
    await Promise.all([nats.pause(), postgres.pause()]);
    await start();
    expect((await ask('/live')).status).toBe(200);
    const { status, text } = await ask('/ready');
    expect(status).toBe(503);
    expect(text).toContain('nats: not connected');
    expect(text).toContain('database: ');
    await Promise.all([nats.resume(), postgres.resume()]);
    await waitFor('NATS', () => service?.host.link.isConnected);
    expect((await ask('/ready')).text).toContain('run the migrations first');
    await migrate({ url: postgres.url, serviceDirectory });
    await waitFor('readiness', isReady);
    expect(await waitFor('a monitor', () => organization.create().catch(() => undefined))).toMatchObject({
      state: 'PENDING',
    });
  });

  it('answers 500 fast while PostgreSQL is away, keeps its metrics, and works again when it is back', async () => {
    await start();
    await waitFor('readiness', isReady);
    const monitor = await organization.create();
    await postgres.kill();
    const startedAt = performance.now();
    await expect(organization.get(monitor.id)).rejects.toMatchObject({ code: 'internal_error' });
    await expect(organization.list()).rejects.toMatchObject({ code: 'internal_error' });
    await expect(organization.create()).rejects.toMatchObject({ code: 'internal_error' });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(await isReady()).toBe(false);
    expect(await ask('/metrics')).toMatchObject({ status: 200, text: expect.stringContaining('vedette_rpc_handled') });
    await postgres.resume();
    await waitFor('readiness', isReady);
    expect(await organization.get(monitor.id)).toEqual(monitor);
    expect(await organization.update(monitor.id, { name: 'Renamed' })).toMatchObject({ name: 'Renamed' });
  });

  it('survives PostgreSQL being killed in the middle of transactions, and keeps what it has answered', async () => {
    await start();
    await waitFor('readiness', isReady);
    const attempts = Array.from({ length: 40 }, () => organization.create().catch(() => undefined));
    await Promise.race(attempts);
    await postgres.kill();
    const created = (await Promise.all(attempts)).filter((monitor) => monitor !== undefined);
    await postgres.resume();
    await waitFor('readiness', isReady);
    const { data, pagination } = await organization.list({ limit: '100' });
    expect(data.length).toBe(pagination.total);
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(created.map(({ id }) => id)));
  });

  it('loses no event to a NATS that goes away', async () => {
    await start();
    await waitFor('readiness', isReady);
    const before = await storedEvents();
    await organization.create();
    await waitFor('the first event', async () => (await storedEvents()) === before + 1);
    await nats.kill();
    await nats.resume();
    await waitFor('a second monitor', () => organization.create().catch(() => undefined));
    await waitFor('the second event', async () => (await storedEvents()) > before + 1);
    expect(await storedEvents()).toBe(before + 2);
  });

  it('waits for a check in flight only as long as it can take when NATS was away', async () => {
    await start();
    await waitFor('readiness', isReady);
    const { id } = await organization.create({ timeoutSeconds: 2 });
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      const inFlight = `UPDATE monitor.monitor_runtime SET slot_at = now(), next_check_at = now() + interval '7 minutes'`;
      await client.query(`${inFlight} WHERE monitor_id = $1`, [id]);
      await nats.kill();
      await nats.resume();
      const isSoon = `SELECT FROM monitor.monitor_runtime WHERE next_check_at < now() + interval '15 seconds'`;
      const soon = await waitFor('the check to be waited for a shorter time', async () => {
        const { rowCount } = await client.query(`${isSoon} AND monitor_id = $1`, [id]);
        return rowCount === 1;
      });
      expect(soon).toBe(true);
    } finally {
      await client.end();
    }
  });

  it('finishes what it has taken, and tells it, before it stops', async () => {
    const running = await start();
    await waitFor('readiness', isReady);
    const before = await storedEvents();
    const attempts = Array.from({ length: 30 }, () => organization.create().catch(() => undefined));
    await Promise.race(attempts);
    await running.stop();
    const created = (await Promise.all(attempts)).filter((monitor) => monitor !== undefined);
    expect(created.length).toBeGreaterThan(0);
    expect(await storedEvents()).toBe(before + created.length);
  });

  it('stops although both stores are away', async () => {
    const running = await start();
    await waitFor('readiness', isReady);
    await Promise.all([nats.kill(), postgres.kill()]);
    const startedAt = performance.now();
    await running.stop();
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    await Promise.all([nats.resume(), postgres.resume()]);
  });
});
