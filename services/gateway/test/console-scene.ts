import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { readConfig } from '@vedette/configuration';
import { ApiError, consoleEdition, type OperationId, type ResponseOf } from '@vedette/contract';
import { startService, type RunningService } from '@vedette/service-host';
import { createDatabase, freePort, startNatsForSuite, startRedisForSuite, waitFor } from '@vedette/test-kit';
import { AccountPeer, type PeerKey, type PeerSession } from '@vedette/test-kit/account-peer';
import { OperationPeer } from '@vedette/test-kit/operation-peer';
import { AppModule } from '../src/app.module.ts';
import { declaration } from '../src/config.ts';

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: unknown;
  /** A body as it is sent, whose headers the test gives. */
  readonly raw?: string;
  readonly session?: PeerSession;
  readonly key?: PeerKey;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The code of the error envelope; undefined for a success. */
  readonly code: string | undefined;
}

/** The token of the link or the invitation of a test; any other is refused. */
export const GOOD_TOKEN = 'good-token';

const ANSWERED = [
  'listMonitors',
  'createMonitor',
  'getSession',
  'getMe',
  'updateMe',
  'getUsage',
  'listKeys',
  'createKey',
  'updateOrganization',
  'endSession',
  'endAllSessions',
  'removeMember',
  'setMonitorAlertContacts',
  'createSignInLink',
  'viewSignInLink',
  'viewAcknowledgement',
  'createAcknowledgement',
  'testAlertContact',
  'runMonitorTest',
] as const;

/** The answer that the document of the console contract shows. */
export function example<Id extends OperationId>(id: Id): ResponseOf<Id> {
  return consoleEdition.examples[id]?.response as ResponseOf<Id>;
}

/** A gateway with a console. Requests are written by hand, because fetch does not let a test lie about its origin. */
export class Gateway {
  readonly port: number;
  readonly consolePort: number;
  readonly consoleUrl: string;
  readonly cookieName: string;
  readonly #service: RunningService;

  constructor(service: RunningService, port: number, consolePort: number, consoleUrl: string) {
    this.#service = service;
    this.port = port;
    this.consolePort = consolePort;
    this.consoleUrl = consoleUrl;
    this.cookieName = consoleUrl.startsWith('https:') ? '__Host-vedette_session' : `vedette_session_${consolePort}`;
  }

  /** `path` is below the prefix of the console contract. */
  call(path: string, sent: Sent = {}): Promise<Received> {
    return this.send(this.consolePort, `/api/console/v1${path}`, sent);
  }

  send(port: number, path: string, sent: Sent = {}): Promise<Received> {
    const { method = 'GET', headers = {}, body, raw, session, key } = sent;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const fields = {
      host: new URL(this.consoleUrl).host,
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...(session !== undefined && { cookie: `${this.cookieName}=${session.token}` }),
      ...(key !== undefined && { 'x-api-key': key.key }),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest({ host: '127.0.0.1', port, path, method, headers: fields, agent: false });
      outgoing.on('error', reject);
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        // A stream does not end by itself; its head is the answer.
        if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: '', code: undefined });
          response.destroy();
          return;
        }
        response.on('end', () => {
          const received = Buffer.concat(chunks).toString('utf8');
          const { error } = (received === '' ? {} : JSON.parse(received)) as { error?: { code: string } };
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: received,
            code: error?.code,
          });
        });
      });
      outgoing.end(raw ?? text);
    });
  }

  async metrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.#service.internalPort}/metrics`)).text();
  }

  stop(): Promise<void> {
    return this.#service.stop();
  }
}

/** Stores, stand-ins for the services behind the gateway, and as many gateways as a suite needs. */
export class Scene {
  readonly account: AccountPeer;
  readonly services: OperationPeer;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #cleanUps: (() => Promise<unknown>)[];

  private constructor(
    account: AccountPeer,
    services: OperationPeer,
    environment: Record<string, string>,
    cleanUps: (() => Promise<unknown>)[],
  ) {
    this.account = account;
    this.services = services;
    this.#environment = environment;
    this.#cleanUps = cleanUps;
  }

  static async start(): Promise<Scene> {
    const [database, nats, redis] = await Promise.all([
      createDatabase({ migrations: ['services/gateway'] }),
      startNatsForSuite(),
      startRedisForSuite(),
    ]);
    const [account, services] = [await AccountPeer.start(nats.url), await OperationPeer.start(nats.url)];
    const environment = { DATABASE_URL: database.url, NATS_URL: nats.url, REDIS_URL: redis.url, LOG_LEVEL: 'error' };
    return new Scene(account, services, environment, [
      () => account.stop(),
      () => services.stop(),
      () => nats.stop(),
      () => redis.stop(),
      () => database.drop(),
    ]);
  }

  /** `consoleUrl` gets the port of the console; browsers would see the gateway there. */
  async gateway(consoleUrl: (port: number) => string, environment: Record<string, string> = {}): Promise<Gateway> {
    const [port, consolePort, internalPort] = await Promise.all([freePort(), freePort(), freePort()]);
    const url = consoleUrl(consolePort);
    const config = readConfig(declaration, {
      ...this.#environment,
      GATEWAY_PORT: String(port),
      CONSOLE_PORT: String(consolePort),
      CONSOLE_PUBLIC_URL: url,
      INTERNAL_PORT: String(internalPort),
      ...environment,
    });
    const service = await startService({ name: 'gateway', config, module: AppModule });
    const gateway = new Gateway(service, port, consolePort, url);
    this.#cleanUps.unshift(() => gateway.stop());
    // Until then, requests to services would go unanswered.
    await waitFor('the gateway to be ready', async () => (await fetch(`http://127.0.0.1:${internalPort}/ready`)).ok);
    return gateway;
  }

  /** Operations of people are answered as their examples. */
  async answerExamples(): Promise<void> {
    for (const id of ANSWERED) await this.services.answer(id, () => example(id));
    for (const id of ['redeemSignInLink', 'acceptInvitation'] as const) {
      await this.services.answer(id, ({ input }) => {
        if (input.body?.['token'] === 'too many') return ApiError.rateLimited(1_234, 'this address');
        return input.body?.['token'] === GOOD_TOKEN ? example(id) : ApiError.unauthorized('The link is used.');
      });
    }
  }

  async stop(): Promise<void> {
    for (const cleanUp of this.#cleanUps) await cleanUp();
  }
}
