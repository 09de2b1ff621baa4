import { randomBytes } from 'node:crypto';
import { jetstream } from '@nats-io/jetstream';
import { readConfig, type Config } from '@vedette/configuration';
import {
  compileResponseValidator,
  eventSubject,
  newId,
  operations,
  type BodyOf,
  type Caller,
  type EventMessage,
  type Idempotency,
  type OperationId,
  type PublicEvent,
  type ResponseOf,
} from '@vedette/contract';
import { startService, type RunningService } from '@vedette/service-host';
import { createDatabase, freePort, startNatsForSuite, waitFor } from '@vedette/test-kit';
import { Pool } from 'pg';
import { AppModule } from '../src/app.module.ts';
import { declaration } from '../src/config.ts';

type WebhookOperation = Extract<OperationId, `${string}Webhook${string}`>;

export interface Input<Id extends OperationId> {
  readonly id?: string;
  readonly query?: object;
  readonly body?: BodyOf<Id>;
  readonly idempotency?: Idempotency;
}

export type Settings = Partial<Config<typeof declaration>>;

/** The service in this process, on stores of its own. */
export interface DispatcherScene {
  readonly natsUrl: string;
  readonly databaseUrl: string;
  readonly secretKey: Buffer;
  readonly service: RunningService;
  /** One more, in this process too. */
  replica(settings?: Settings): Promise<RunningService>;
  /** For arranging and looking at rows. */
  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  organization(plan?: { webhookEndpoints: number }): Organization;
  stop(): Promise<void>;
}

export async function startDispatcher(settings: Settings = {}): Promise<DispatcherScene> {
  const [nats, database] = await Promise.all([
    startNatsForSuite(),
    createDatabase({ migrations: ['services/webhook-dispatcher'] }),
  ]);
  const pool = new Pool({ connectionString: database.url, max: 4 });
  const secretKey = settings.secretKey ?? randomBytes(32);
  const replicas: RunningService[] = [];
  const replica = async (own: Settings = {}): Promise<RunningService> => {
    const given = {
      NATS_URL: nats.url,
      DATABASE_URL: database.url,
      INTERNAL_PORT: String(await freePort()),
      LOG_LEVEL: 'error',
      WEBHOOK_SECRET_KEY: secretKey.toString('base64'),
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
    };
    const config = { ...readConfig(declaration, given), ...settings, ...own };
    const started = await startService({ name: 'webhook-dispatcher', config, module: AppModule });
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => (stopped ??= started.stop());
    const service = { ...started, stop };
    replicas.push(service);
    await waitFor('NATS', () => service.host.link.isConnected);
    return service;
  };
  const service = await replica();
  return {
    natsUrl: nats.url,
    databaseUrl: database.url,
    secretKey,
    service,
    replica,
    sql: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(text, [...values])).rows,
    organization: (plan = { webhookEndpoints: 1_000 }) => new Organization(service, plan.webhookEndpoints),
    stop: async () => {
      await Promise.all(replicas.map((each) => each.stop()));
      await pool.end();
      await database.drop();
      await nats.stop();
    },
  };
}

const validators = new Map<OperationId, ReturnType<typeof compileResponseValidator>>();

/** Asks the service as the gateway would, with requests that it has let pass. */
export class Organization {
  constructor(
    private readonly service: RunningService,
    private readonly webhookEndpoints: number,
    readonly id: string = newId('org'),
  ) {}

  /** The same one, asking by another replica's connection. */
  at(service: RunningService): Organization {
    return new Organization(service, this.webhookEndpoints, this.id);
  }

  /** Every answer is held against the contract. */
  async call<Id extends WebhookOperation>(operationId: Id, input: Input<Id> = {}): Promise<ResponseOf<Id>> {
    const caller: Caller = {
      organizationId: this.id,
      keyId: 'key_test',
      access: 'FULL',
      plan: {
        name: 'TEST',
        monitors: 1,
        fastestIntervalSeconds: 30,
        statusPages: 1,
        webhookEndpoints: this.webhookEndpoints,
      },
      subscription: 'ACTIVE',
    };
    const { id = '', query = {}, body = {}, idempotency } = input;
    const operation = operations[operationId];
    const request = {
      params: { endpointId: id, deliveryId: id },
      query: { limit: 25, offset: 0, ...query },
      body,
    };
    const { body: answer, rest } = await this.service.host.rpc.forward(operation.subject, JSON.stringify(request), {
      requestId: newId('req'),
      caller,
      deadlineAt: Date.now() + operation.deadlineMs,
      ...(idempotency !== undefined && { idempotency }),
    });
    const bytes = (await rest?.gather(answer, Infinity)) ?? Buffer.from(answer);
    const parsed = JSON.parse(bytes.toString('utf8')) as ResponseOf<Id>;
    const validate = validators.get(operationId) ?? compileResponseValidator(operation);
    validators.set(operationId, validate);
    const faults = validate(parsed);
    if (faults.length > 0) throw new Error(`${operationId} answered outside its contract: ${JSON.stringify(faults)}`);
    return parsed;
  }

  async createEndpoint(
    url: string,
    eventTypes: BodyOf<'createWebhookEndpoint'>['eventTypes'] = ['*'],
  ): Promise<ResponseOf<'createWebhookEndpoint'>> {
    return this.call('createWebhookEndpoint', { body: { url, eventTypes, description: null, enabled: true } });
  }

  /** Puts an event into the stream, as the service that it comes from does. */
  async publish(type: PublicEvent['type'], data: object = {}, facts?: unknown): Promise<string> {
    const id = newId('evt');
    const event = { id, type, timestamp: new Date().toISOString(), data } as PublicEvent;
    await this.publishMessage({ organizationId: this.id, event, ...(facts !== undefined && { facts }) });
    return id;
  }

  async publishMessage(message: EventMessage): Promise<void> {
    const { connection } = this.service.host.link;
    if (connection === undefined) throw new Error('NATS is away');
    const options = { msgID: message.event.id };
    await jetstream(connection).publish(eventSubject(message.event.type), JSON.stringify(message), options);
  }
}

export function idempotencyKey(key = randomBytes(8).toString('hex')): Idempotency {
  return { key, fingerprint: 'ab', createdAt: new Date().toISOString() };
}
