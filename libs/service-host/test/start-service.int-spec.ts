import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { internal } from '@vedette/contract';
import { Answers, jetstreamManagerOf, NatsLink, RpcClient } from '@vedette/messaging';
import { createLogger } from '@vedette/telemetry';
import { startNatsForSuite, waitFor, type SuiteStore } from '@vedette/test-kit';
import { newOutage } from '@vedette/test-kit/facts';
import { startService, type RunningService } from '../src/start-service.ts';

@Controller()
class Outages {
  @Answers(internal.applyOutage)
  apply(): null {
    return null;
  }
}

@Module({ controllers: [Outages] })
class OutagesModule {}

/** Much longer than a request takes to reach NATS. */
const LATE_MS = 500;

let nats: SuiteStore;
let link: NatsLink;
let rpc: RpcClient;
/** Passes on to NATS what a service sends, late. */
let slowWay: Server;

beforeAll(async () => {
  nats = await startNatsForSuite();
  const logger = createLogger('test', 'error');
  link = new NatsLink({ url: nats.url, service: 'test', logger });
  rpc = new RpcClient(link, logger);
  await waitFor('NATS', () => link.isConnected);
  slowWay = createServer((client) => {
    const server = connect(Number(new URL(nats.url).port), '127.0.0.1');
    client.on('data', (bytes) => setTimeout(() => server.write(bytes), LATE_MS));
    server.on('data', (bytes) => client.write(bytes));
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.once('close', () => server.destroy());
    server.once('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(slowWay, 'listening');
});

afterAll(async () => {
  await link.close();
  slowWay.close();
  await nats.stop();
});

function start(natsUrl: string): Promise<RunningService> {
  const config = {
    natsUrl,
    natsReplicas: 1,
    natsCaFile: null,
    logLevel: 'error',
    internalHost: '127.0.0.1',
    internalPort: 0,
    otlpEndpoint: null,
  } as const;
  return startService({ name: 'incident', module: OutagesModule, config });
}

function startSlowly(): Promise<RunningService> {
  const slow = new URL(nats.url);
  slow.port = String((slowWay.address() as AddressInfo).port);
  return start(slow.href);
}

describe('a service that says that it is ready', () => {
  it('has its streams, however late it reaches NATS', async () => {
    const service = await startSlowly();
    try {
      const manager = await jetstreamManagerOf(await waitFor('NATS', () => link.connection));
      const found = await manager.streams.list().next();
      expect(found.map(({ config }) => config.name).toSorted()).toEqual(['AUDIT', 'EVENTS', 'URGENT']);
    } finally {
      await service.stop();
    }
  });

  it('answers requests, however late its subscriptions reach NATS', async () => {
    const service = await startSlowly();
    try {
      const ready = `http://127.0.0.1:${service.internalPort}/ready`;
      expect((await fetch(ready)).status).toBe(503);
      await waitFor('it to be ready', async () => (await fetch(ready)).status === 200, { intervalMs: 5 });
      expect(await rpc.ask(internal.applyOutage, { organizationId: 'org_1', outage: newOutage() })).toBeNull();
    } finally {
      await service.stop();
    }
  });
});
