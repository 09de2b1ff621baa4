import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { streams, streamsKeptBy, subjects } from '@vedette/contract';
import { ensureStreams, jetstreamManagerOf, NatsLink } from '@vedette/messaging';
import { createLogger } from '@vedette/telemetry';
import { waitFor } from '@vedette/test-kit';
import { once } from 'node:events';
import { connect } from 'node:net';
import { render } from './support/kustomize.ts';
import { find, podSpecOf, type Manifest, type Workload } from './support/manifest.ts';
import { NatsServers } from './support/nats-servers.ts';
import { SERVICES } from './support/services.ts';

let stores: Manifest[];
let servers: NatsServers;
const links: NatsLink[] = [];

beforeAll(async () => {
  stores = await render('stores');
  servers = await NatsServers.start(stores, (find(stores, 'StatefulSet', 'nats') as Workload).spec.replicas ?? 0);
  const { connection } = await linkAs('monitor');
  await waitFor(
    'the streams',
    async () => {
      if (connection !== undefined) await ensureStreams(connection, 3, streamsKeptBy('monitor'));
      return connection !== undefined;
    },
    { timeoutMs: 30_000 },
  );
}, 120_000);

afterAll(async () => {
  await Promise.all(links.map((link) => link.close()));
  await servers.stop();
});

async function linkAs(service: string, url = servers.urlOf(service)): Promise<NatsLink> {
  const link = new NatsLink({ url, caFile: servers.caFile, service, logger: createLogger('test', 'error') });
  links.push(link);
  await waitFor('the connection', () => link.isConnected);
  return link;
}

/** Publishes to a stream and returns the sequence that it confirms, or undefined while nobody does. */
async function publish(link: NatsLink, subject: string): Promise<number | undefined> {
  const answer = await link.connection?.request(subject, 'x', { timeout: 1_000 }).catch(() => undefined);
  return answer?.json<{ seq?: number }>().seq;
}

async function greeting(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const [data] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return data.toString();
}

describe('the servers of NATS', () => {
  it('speak TLS alone, and are reached by every service with a user of its own', async () => {
    for (const own of servers.ports) {
      expect(await greeting(own[4222])).toContain('"tls_required":true');
      expect(await greeting(own[7422])).toContain('"tls_required":true');
    }
    await Promise.all(SERVICES.map((service) => linkAs(service)));
  });

  it('keep three copies of a stream, which takes messages while one server is gone', async () => {
    const link = await linkAs('monitor');
    if (link.connection === undefined) throw new Error('There is no connection');
    const manager = await jetstreamManagerOf(link.connection);
    const { cluster } = await manager.streams.info(streams.CHECKS.name);
    const copies = new Set([cluster?.leader, ...(cluster?.replicas ?? []).map(({ name }) => name)]);
    expect(copies).toEqual(new Set(['nats-0', 'nats-1', 'nats-2']));
    expect(await waitFor('the first message', () => publish(link, subjects.checkJobs.FAST))).toBe(1);
    await servers.kill(Number(cluster?.leader?.at(-1)));
    expect(await waitFor('the next one', () => publish(link, subjects.checkJobs.FAST), { timeoutMs: 30_000 })).toBe(2);
  }, 90_000);

  it('let a leaf node in with the permissions of its user', async () => {
    const link = await linkAs('checker-worker', await servers.startLeaf('checker-worker'));
    expect(await waitFor('the result', () => publish(link, subjects.checkResults), { timeoutMs: 30_000 })).toBe(1);
    expect(await publish(link, 'vedette.events.monitor.down')).toBeUndefined();
  }, 60_000);
});

describe('the pods of NATS', () => {
  it('open the ports that the servers listen on', () => {
    const { containers } = podSpecOf(find(stores, 'StatefulSet', 'nats') as Workload);
    const ports = containers.flatMap(({ ports: own = [] }) => own.map(({ containerPort }) => containerPort));
    expect(new Set(ports)).toEqual(new Set([4222, 6222, 7422, 7777, 8222]));
  });

  it('hold as many routes as there are servers, by names that their certificate covers', async () => {
    const { 'nats.conf': config = '' } = find(stores, 'ConfigMap', 'nats')['data'] as Record<string, string>;
    const { replicas = 0 } = (find(stores, 'StatefulSet', 'nats') as Workload).spec;
    const routes = [...config.matchAll(/tls:\/\/(nats-\d)(\.[\w.-]+):6222/g)];
    expect(routes.map(([, name]) => name)).toEqual(Array.from({ length: replicas }, (_, index) => `nats-${index}`));
    const certificate = find(await render('certificates'), 'Certificate', 'nats-server');
    const { dnsNames, usages } = certificate['spec'] as { dnsNames: string[]; usages: string[] };
    for (const [, , domain] of routes) expect(dnsNames).toContain(`*${domain}`);
    expect(dnsNames).toContain('nats.vedette-stores.svc.cluster.local');
    expect(usages).toEqual(expect.arrayContaining(['server auth', 'client auth']));
  });
});
