import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { inboxPrefix, internal, operations, partsSubject, subjects, type NatsUser } from '@vedette/contract';
import { startNatsForSuite, waitFor, type SuiteNats } from '@vedette/test-kit';
import { natsAddress } from '../src/link/nats-address.ts';
import { ensureStreams } from '../src/streams/streams.ts';

let nats: SuiteNats;
let operator: NatsConnection;
const connections: NatsConnection[] = [];

beforeAll(async () => {
  nats = await startNatsForSuite();
  operator = await connect(natsAddress(nats.url));
  await ensureStreams(operator, 1);
});

afterEach(async () => {
  await Promise.all(connections.splice(0).map((each) => each.close()));
});

afterAll(async () => {
  await operator.close();
  await nats.stop();
});

async function connectAs(user: NatsUser): Promise<NatsConnection> {
  const connection = await connect({ ...natsAddress(nats.urlOf(user)), inboxPrefix: inboxPrefix(user) });
  connections.push(connection);
  return connection;
}

/** The permission errors of this connection so far. */
function refusals(connection: NatsConnection): string[] {
  const refused: string[] = [];
  void (async () => {
    for await (const status of connection.status()) if (status.type === 'error') refused.push(status.error.message);
  })();
  return refused;
}

describe('a NATS with the users of production', () => {
  it('refuses whoever has no password', async () => {
    const { port } = new URL(nats.url);
    await expect(connect({ servers: `127.0.0.1:${port}`, reconnect: false })).rejects.toThrow(/authorization/i);
  });

  it.each([
    ['checker-worker', operations.createMonitor.subject],
    ['checker-worker', internal.applyOutage.subject],
    ['checker-worker', 'vedette.urgent.monitor.down'],
    ['checker-worker', subjects.checkJobs.FAST],
    ['checker-worker', '$JS.API.STREAM.PURGE.EVENTS'],
    ['checker-worker', '$JS.API.STREAM.UPDATE.CHECKS'],
    ['monitor', operations.createMonitor.subject],
    ['monitor', '$JS.API.STREAM.DELETE.EVENTS'],
    ['incident', 'vedette.urgent.monitor.down'],
    ['status-page', internal.applyOutage.subject],
    ['webhook-dispatcher', 'vedette.urgent.incident.opened'],
    ['gateway', 'vedette.urgent.incident.opened'],
    ['gateway', internal.applyOutage.subject],
    ['gateway', internal.addContact.subject],
    ['account', operations.createMonitor.subject],
    ['monitor', subjects.credentialChanged],
    ['checker-worker', internal.findCredentials.subject],
    ['monitor', '_INBOX_gateway.guessed'],
    ['region-worker', operations.createMonitor.subject],
    ['region-worker', internal.applyOutage.subject],
    ['region-worker', subjects.runCheck],
    ['region-worker', 'vedette.urgent.monitor.down'],
    ['region-worker', subjects.checkJobs.FAST],
    ['region-worker', '$JS.API.CONSUMER.MSG.NEXT.CHECKS.checker-workers-fast'],
    ['region-worker', '$JS.vedette.API.CONSUMER.DELETE.CHECKS.checker-workers-fast'],
    ['region-worker', '$JS.vedette.API.STREAM.MSG.GET.CHECKS'],
    ['region-worker', '$JS.vedette.API.STREAM.PURGE.CHECKS'],
    ['region-worker', partsSubject('monitor', 'any', 'any')],
    ['region-worker', '_INBOX_checker-worker.guessed'],
    ['region-worker', '_INBOX_region-worker.guessed'],
  ] as const)('refuses %s to publish on %s', async (user, subject) => {
    const connection = await connectAs(user);
    const refused = refusals(connection);
    connection.publish(subject);
    expect(await waitFor('the refusal', () => refused[0])).toContain(`Publish to "${subject}"`);
  });

  it.each([
    ['checker-worker', 'vedette.events.>'],
    ['checker-worker', 'vedette.checks.>'],
    ['checker-worker', 'vedette.rpc.>'],
    ['checker-worker', operations.createMonitor.subject],
    ['checker-worker', '_INBOX.>'],
    ['checker-worker', '_INBOX_monitor.>'],
    ['checker-worker', '>'],
    ['gateway', operations.createMonitor.subject],
    ['gateway', internal.findCredentials.subject],
    ['incident', 'vedette.events.>'],
    ['status-page', 'vedette.results.>'],
    ['webhook-dispatcher', '_INBOX_gateway.>'],
    ['monitor', '$JS.>'],
    ['region-worker', subjects.runCheck],
    ['region-worker', 'vedette.events.>'],
    ['region-worker', 'vedette.rpc.>'],
    ['region-worker', 'vedette.results.>'],
    ['region-worker', '_INBOX_checker-worker.>'],
    ['region-worker', '$JS.>'],
  ] as const)('refuses %s to subscribe to %s', async (user, subject) => {
    const connection = await connectAs(user);
    const refused = refusals(connection);
    connection.subscribe(subject, { callback: () => undefined });
    expect(await waitFor('the refusal', () => refused[0])).toContain(`Subscription to "${subject}"`);
  });

  it('refuses a consumer of what is not its own', async () => {
    const connection = await connectAs('checker-worker');
    const refused = refusals(connection);
    const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 500 });
    const config = { durable_name: 'mine', filter_subject: 'vedette.events.>' };
    await expect(manager.consumers.add('EVENTS', config)).rejects.toThrow(/permission/i);
    expect(refused.join()).toContain('$JS.API.CONSUMER.CREATE.EVENTS.mine');
  });

  it('lets only the service that an inbox names send there, however late', async () => {
    const [gateway, monitor, incident] = await Promise.all([
      connectAs('gateway'),
      connectAs('monitor'),
      connectAs('incident'),
    ]);
    const inbox = '_INBOX_gateway.monitor.a.1';
    const heard: string[] = [];
    gateway.subscribe(inbox, { callback: (_, message) => void heard.push(message.string()) });
    await gateway.flush();
    const refused = refusals(incident);
    incident.publish(inbox, 'forged');
    await waitFor('the forged answer to be refused', () => refused.some((message) => message.includes(inbox)));
    monitor.publish(inbox, 'answered');
    await waitFor('the answer', () => heard.length > 0);
    expect(heard).toEqual(['answered']);
  });

  it('lets a service answer the request that it got, and lets nobody else', async () => {
    const [gateway, monitor, incident] = await Promise.all([
      connectAs('gateway'),
      connectAs('monitor'),
      connectAs('incident'),
    ]);
    const { subject } = operations.getMonitor;
    let inbox = '';
    monitor.subscribe(subject, {
      callback: (_, message) => {
        inbox = message.reply ?? '';
        incident.publish(inbox, 'forged');
        void incident.flush().then(() => message.respond('answered'));
      },
    });
    const refused = refusals(incident);
    await monitor.flush();
    const answer = await gateway.request(subject, '', { timeout: 5_000 });
    expect(answer.string()).toBe('answered');
    expect(inbox).toMatch(/^_INBOX_gateway\./);
    await waitFor('the forged answer to be refused', () => refused.some((message) => message.includes(inbox)));
  });
});
