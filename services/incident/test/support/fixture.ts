import { randomBytes } from 'node:crypto';
import { eventDefinitions, parseTimestamp, type PublicEvent } from '@vedette/contract';
import { jetstreamOf } from '@vedette/messaging';
import { startService, type RunningService } from '@vedette/service-host';
import { createDatabase, startNatsForSuite, waitFor, type SuiteStore, type TestDatabase } from '@vedette/test-kit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Client } from 'pg';
import { AppModule } from '../../src/app.module.ts';
import type { IncidentConfig } from '../../src/config.ts';
import { ChatReceiver } from '@vedette/test-kit/chat-receiver';
import { IncidentClient } from './client.ts';
import { SmtpReceiver } from '@vedette/test-kit/smtp-receiver';

export interface FixtureOptions {
  readonly replicas?: number;
  readonly withoutSmtp?: boolean;
  readonly forbidPrivateTargets?: boolean;
}

/** The real service on real stores, with a mail server and a chat server that it may write to. */
export interface Fixture {
  readonly config: IncidentConfig;
  readonly services: readonly RunningService[];
  readonly sql: Client;
  readonly smtp: SmtpReceiver;
  readonly chat: ChatReceiver;
  readonly chatUrl: string;
  /** An organization of its own. */
  newClient(): IncidentClient;
  /** Every event that was published about the incident, held against the contract. */
  eventsOf(incidentId: string): Promise<PublicEvent[]>;
  /** Waits for so many of them. */
  waitForEvents(incidentId: string, count: number): Promise<PublicEvent[]>;
  stop(): Promise<void>;
}

export async function startFixture(options: FixtureOptions = {}): Promise<Fixture> {
  const [nats, database] = await Promise.all([
    startNatsForSuite(),
    createDatabase({ migrations: ['services/incident'] }),
  ]);
  const [smtp, chat] = [new SmtpReceiver(), new ChatReceiver()];
  const [smtpUrl, chatUrl] = await Promise.all([smtp.listen(), chat.listen()]);
  const config: IncidentConfig = {
    natsUrl: nats.url,
    natsReplicas: 1,
    logLevel: 'error',
    internalHost: '127.0.0.1',
    internalPort: 0,
    otlpEndpoint: null,
    databaseUrl: database.url,
    databaseMaxConnections: 10,
    secretKey: randomBytes(32),
    previousSecretKey: null,
    smtpUrl: options.withoutSmtp === true ? null : smtpUrl,
    smtpFrom: 'Vedette <alerts@vedette.test>',
    webhookAllowPrivateTargets: options.forbidPrivateTargets !== true,
  };
  const starting = Array.from({ length: options.replicas ?? 1 }, () =>
    startService({ name: 'incident', module: AppModule, config }),
  );
  const services = await Promise.all(starting);
  const sql = new Client({ connectionString: database.url });
  await sql.connect();
  const [first] = services;
  if (first === undefined) throw new Error('No replica was asked for');
  await waitFor('NATS', () => first.host.link.isConnected);
  await waitFor('the streams', async () => (await publishedEvents(first)) !== undefined);
  const eventsOf: Fixture['eventsOf'] = async (incidentId) => {
    const events = await publishedEvents(first);
    return events.filter(({ data }) => 'incident' in data && data.incident.id === incidentId).map(checked);
  };
  return {
    config,
    services,
    sql,
    smtp,
    chat,
    chatUrl,
    newClient: () => new IncidentClient(first.host.rpc, first.host.link),
    eventsOf,
    waitForEvents: (incidentId, count) =>
      waitFor(`${count} events about ${incidentId}`, async () => {
        const events = await eventsOf(incidentId);
        return events.length >= count ? events : undefined;
      }),
    stop: () => stopAll(services, sql, [smtp, chat], database, nats),
  };
}

async function stopAll(
  services: readonly RunningService[],
  sql: Client,
  receivers: readonly { close(): Promise<void> }[],
  database: TestDatabase,
  nats: SuiteStore,
): Promise<void> {
  await Promise.all(services.map((service) => service.stop()));
  await sql.end();
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await Promise.all([database.drop(), nats.stop()]);
}

async function publishedEvents({ host }: RunningService): Promise<PublicEvent[]> {
  const { connection } = host.link;
  if (connection === undefined) throw new Error('NATS is away');
  const manager = await jetstreamOf(connection).jetstreamManager();
  const info = await manager.streams.info('EVENTS');
  const events: PublicEvent[] = [];
  for (let seq = info.state.first_seq; seq <= info.state.last_seq && seq > 0; seq += 1) {
    const stored = await manager.streams.getMessage('EVENTS', { seq });
    if (stored?.subject.startsWith('vedette.events.incident.') === true) {
      events.push(stored.json<{ event: PublicEvent }>().event);
    }
  }
  return events;
}

const ajv = new Ajv2020({ strict: false });
ajv.addFormat('date-time', (text: string) => parseTimestamp(text) !== undefined);
const validators = new Map(eventDefinitions.map(({ type, schema }) => [type, ajv.compile(schema)]));

function checked(event: PublicEvent): PublicEvent {
  const validate = validators.get(event.type);
  if (validate?.(event) !== true) {
    throw new Error(`${event.type} is not what the contract says: ${JSON.stringify(validate?.errors)}`);
  }
  return event;
}
