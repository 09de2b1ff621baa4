import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  consumers,
  flows,
  inboxPrefix,
  JETSTREAM_DOMAIN,
  NATS_USERS,
  natsPermissions,
  REGION_WORKER,
  streams,
  streamsKeptBy,
  subjects,
} from '@vedette/contract';
import { NATS_OPERATOR } from '@vedette/contract/nats-users';
import { DurableConsumer, ensureStreams, jetstreamManagerOf, jetstreamOf, NatsLink } from '@vedette/messaging';
import { createLogger } from '@vedette/telemetry';
import { createDatabase, operatorOf, waitFor } from '@vedette/test-kit';
import { randomUUID } from 'node:crypto';
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

/** While servers elect a leader, JetStream answers nothing. */
const ELECTED = { timeoutMs: 30_000 };

/**
 * Publishes to a stream until that confirms it, and returns its sequence. A message whose confirmation was lost has the
 * same id when it is sent again, so the stream keeps it once.
 */
function publish(link: NatsLink, subject: string): Promise<number> {
  const msgID = randomUUID();
  const send = async (): Promise<number | undefined> => {
    const { connection } = link;
    return connection && (await jetstreamOf(connection).publish(subject, 'x', { msgID, timeout: 1_000 })).seq;
  };
  return waitFor(`a message on ${subject}`, send, ELECTED);
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

  it('are reached by the command line of the operator, which tells gateways of a changed key', async () => {
    const gateway = await linkAs('gateway');
    const told: unknown[] = [];
    gateway.subscribe(subjects.credentialChanged, (message) => told.push(message.json()));
    await gateway.flush();
    const database = await createDatabase({ migrations: ['services/account'] });
    const operator = operatorOf({
      DATABASE_URL: database.url,
      NATS_URL: servers.urlOf('account'),
      NATS_CA_FILE: servers.caFile,
    });
    const { id: organizationId } = await operator.createOrganization();
    const { id: keyId } = await operator.createKey({ organizationId });
    await operator.run('key', 'disable', keyId);
    expect(await waitFor('the message', () => told[0])).toEqual({ keyId });
    await operator.close();
    await database.drop();
  });

  it('keep three copies of a stream, which takes messages while one server is gone', async () => {
    const link = await linkAs('monitor');
    if (link.connection === undefined) throw new Error('There is no connection');
    const manager = await jetstreamManagerOf(link.connection);
    const { leader, replicas = [] } = await waitFor(
      'its leader',
      async () => {
        const { cluster } = await manager.streams.info(streams.CHECKS.name);
        return cluster?.leader === undefined ? undefined : cluster;
      },
      ELECTED,
    );
    const copies = new Set([leader, ...replicas.map(({ name }) => name)]);
    expect(copies).toEqual(new Set(['nats-0', 'nats-1', 'nats-2']));
    expect(await publish(link, subjects.checkJobs.FAST)).toBe(1);
    await servers.kill(Number(leader?.at(-1)));
    expect(await publish(link, subjects.checkJobs.FAST)).toBe(2);
  }, 90_000);

  it('let the workers of a region pull jobs, publish results and presence, and confirm failures', async () => {
    const [monitor, near] = [await linkAs('monitor'), await linkAs('checker-worker')];
    const far = await linkAs('checker-worker', await servers.startLeaf(await render('overlays/region')));
    if (near.connection === undefined || far.connection === undefined) throw new Error('There is no connection');
    expect(far.user).toBe(REGION_WORKER);
    expect(await publish(far, subjects.checkResults)).toBe(1);

    const options = {
      ...consumers.fastJobs,
      ackWaitMs: 15_000,
      maxAckPending: 10,
      logger: createLogger('test', 'error'),
    };
    const [owned, pulled] = [near, far].map((link) => new DurableConsumer({ ...options, link }));
    const [nearby, remote] = [near.connection, far.connection];
    // A server is gone since the last test.
    await waitFor('the consumer', () => owned?.open(nearby), ELECTED);
    const consumer = await waitFor('the consumer from afar', () => pulled?.open(remote), ELECTED);
    await publish(monitor, subjects.checkJobs.FAST);
    const job = await waitFor('a job', () => consumer.next({ expires: 1_000 }));
    expect(await job.ackAck()).toBe(true);
    await Promise.all([owned?.stop(), pulled?.stop()]);

    const heard = new Set<string>();
    const hear = (link: NatsLink, subject: string): void => {
      link.subscribe(subject, (message) => {
        // The server itself answers without a word while it knows nobody who listens.
        if (message.string() === '') return;
        heard.add(`${link.user} ${subject} ${message.string()}`);
        if (message.reply !== undefined) message.respond('answer');
      });
    };
    hear(near, subjects.workerPresence);
    hear(far, subjects.workerPresence);
    hear(near, subjects.confirmCheck('near'));
    hear(far, subjects.confirmCheck('far'));
    hear(near, subjects.confirmation('1'));
    hear(far, subjects.confirmation('2'));
    await Promise.all([near.flush(), far.flush()]);
    await waitFor('both to hear both ways', () => {
      near.connection?.publish(subjects.workerPresence, 'near');
      far.connection?.publish(subjects.workerPresence, 'far');
      near.connection?.publish(subjects.confirmCheck('far'), '?', { reply: subjects.confirmation('1') });
      far.connection?.publish(subjects.confirmCheck('near'), '?', { reply: subjects.confirmation('2') });
      if (heard.size !== 8) throw new Error(`Heard ${[...heard].join(', ')}`);
      return true;
    });
  }, 60_000);

  it('refuse everything else, also to a leaf node that lets its clients do anything', async () => {
    const [thief, operator] = [await linkAs('test', await servers.startThief()), await linkAs(NATS_OPERATOR)];
    const arrived = new Set<string>();
    operator.subscribe('>', ({ subject }) => arrived.add(subject));
    await operator.flush();
    await waitFor('the thief to be joined', async () => {
      thief.connection?.publish(subjects.workerPresence);
      return arrived.has(subjects.workerPresence);
    });
    const literal = (pattern: string): string => pattern.replaceAll('*', 'any').replace('>', 'any');
    const { publish: mayPublish, subscribe: mayHear } = natsPermissions(REGION_WORKER);
    const ours = flows().map(({ subject }) => literal(subject));
    const refused = [
      ...NATS_USERS.flatMap((user) => natsPermissions(user).publish.map(literal)),
      ...NATS_USERS.map((user) => `${inboxPrefix(user)}.any`),
      ...Object.values(streams).flatMap(({ name }) =>
        ['STREAM.DELETE', 'STREAM.PURGE', 'STREAM.UPDATE', 'STREAM.MSG.GET'].flatMap((verb) =>
          ['$JS.API', `$JS.${JETSTREAM_DOMAIN}.API`].map((api) => `${api}.${verb}.${name}`),
        ),
      ),
    ].filter((subject) => !mayPublish.some((pattern) => literal(pattern) === subject));
    for (const subject of [...ours, ...refused]) thief.connection?.publish(subject, 'stolen');
    thief.connection?.publish(subjects.confirmation('last'));
    await waitFor('the last message', () => arrived.has(subjects.confirmation('last')));
    expect(refused.length).toBeGreaterThan(100);
    expect(refused.filter((subject) => arrived.has(subject))).toEqual([]);
    expect(ours.filter((subject) => arrived.has(subject)).toSorted()).toEqual(
      mayPublish
        .filter((pattern) => !pattern.startsWith('$JS'))
        .map(literal)
        .toSorted(),
    );

    const stolen = new Set<string>();
    thief.subscribe('>', ({ subject }) => stolen.add(subject));
    await waitFor('the thief to hear', async () => {
      operator.connection?.publish(subjects.workerPresence);
      return stolen.has(subjects.workerPresence);
    });
    stolen.clear();
    const inboxes = NATS_USERS.map((user) => `${inboxPrefix(user)}.any`);
    for (const subject of [...ours, ...inboxes]) operator.connection?.publish(subject, 'secret');
    operator.connection?.publish(subjects.confirmation('last'));
    await waitFor('the last message', () => stolen.has(subjects.confirmation('last')));
    stolen.delete(subjects.confirmation('last'));
    expect([...stolen].toSorted()).toEqual(mayHear.map(literal).toSorted());
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
