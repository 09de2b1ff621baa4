import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { inboxPrefix, REGION_WORKER } from '@vedette/contract/subject';
import type { Logger } from '@vedette/telemetry';
import { natsAddress } from './nats-address.ts';
import { Parcels } from './parcels.ts';
import { Requests, type RequestOptions } from './requests.ts';
import { within } from './within.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const RETRY_MS = 250;
/** Longest wait for a flush or drain: a server that disappeared without closing the connection does not answer. */
const FAREWELL_MS = 2_000;

export interface NatsOptions {
  readonly url: string;
  /** The certificate authority of servers with TLS; it is read again for every connection. */
  readonly caFile?: string | null;
  readonly service: string;
  readonly logger: Logger;
}

type Listener = (connection: NatsConnection) => void | Promise<void>;

/**
 * The one NATS connection of a process. It may be established late: a service boots, and answers what it can, while
 * NATS is away. Listeners run at the first connection and after every reconnection.
 */
export class NatsLink {
  /** The NATS user of this process, whose permissions it has; without a user in the address: the service. */
  readonly user: string;
  readonly parcels: Parcels;
  readonly #options: NatsOptions;
  readonly #listeners: Listener[] = [];
  readonly #closing = new AbortController();
  readonly #opened: Promise<void>;
  readonly #firstTry = Promise.withResolvers<void>();
  readonly #waiting = new Set<(reason: Error) => void>();
  #connection: NatsConnection | undefined;
  #requests: Requests | undefined;
  #connected = false;

  constructor(options: NatsOptions) {
    this.#options = options;
    this.user = natsAddress(options.url).user ?? options.service;
    this.parcels = new Parcels(this, options.service, options.logger);
    this.#opened = this.#open();
  }

  get isConnected(): boolean {
    return this.#connected;
  }

  /** False for workers in other regions, whose NATS user may not subscribe to requests. */
  get answersRequests(): boolean {
    return this.user !== REGION_WORKER;
  }

  /** The live connection, or undefined while there is none. */
  get connection(): NatsConnection | undefined {
    return this.#connected ? this.#connection : undefined;
  }

  /** Resolves when the first try to connect is over, whether it succeeded or not. */
  get firstTry(): Promise<void> {
    return this.#firstTry.promise;
  }

  onConnect(listener: Listener): void {
    this.#listeners.push(listener);
    if (this.#connected) void this.#tell(listener);
  }

  /** For subscriptions, which the client itself restores after a reconnection. */
  onFirstConnect(listener: Listener): void {
    if (this.#connection === undefined) void this.#opened.then(() => this.#tell(listener));
    else void this.#tell(listener);
  }

  /** Returns the function that ends the subscription. */
  subscribe(subject: string, take: (message: Msg) => void): () => void {
    let isWanted = true;
    let subscription: Subscription | undefined;
    this.onFirstConnect((connection) => {
      if (!isWanted) return;
      subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          if (error === null) this.#hand(message, take);
        },
      });
    });
    return () => {
      isWanted = false;
      subscription?.unsubscribe();
    };
  }

  /** A message that cannot be read must not end the process: another one may have sent it. */
  #hand(message: Msg, take: (message: Msg) => void): void {
    try {
      take(message);
    } catch (error) {
      this.#options.logger.warn({ error, subject: message.subject }, 'a message cannot be read; it is dropped');
    }
  }

  /** Sends a request and waits for its answer. Rejects at once while there is no connection, and when it is lost. */
  request(subject: string, payload: string | Uint8Array, options: RequestOptions): Promise<Msg> {
    if (!this.#connected || this.#requests === undefined) return Promise.reject(new Error('NATS is away'));
    return this.#requests.send(subject, payload, options);
  }

  /** Waits for an answer from JetStream. Rejects as soon as the connection is lost instead of waiting for the timeout. */
  whileConnected<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      answer.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    });
  }

  /** When this returns, the server has received all published messages, unless it is away. */
  async flush(): Promise<void> {
    await within(FAREWELL_MS, this.connection?.flush());
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#opened;
    if (this.#connected) await within(FAREWELL_MS, this.#connection?.drain());
    await this.#connection?.close();
  }

  async #open(): Promise<void> {
    this.#connection = await this.#connect();
    if (this.#connection === undefined) return;
    // The client restores these subscriptions after a reconnection.
    this.#requests = new Requests(this.#connection, inboxPrefix(this.user));
    if (this.answersRequests) this.parcels.listen(this.#connection);
    this.#announce();
    this.#firstTry.resolve();
    void this.#watch(this.#connection);
  }

  /** Retries until it succeeds. Returns undefined if the link is closed first. */
  async #connect(): Promise<NatsConnection | undefined> {
    const { url, caFile = null, service, logger } = this.#options;
    const { signal } = this.#closing;
    let lastReason: string | undefined;
    while (!signal.aborted) {
      try {
        return await connect({
          ...natsAddress(url, caFile),
          name: `vedette-${service}`,
          inboxPrefix: inboxPrefix(this.user),
          timeout: CONNECT_TIMEOUT_MS,
          maxReconnectAttempts: -1,
          reconnectTimeWait: RETRY_MS,
          reconnectJitter: RETRY_MS,
          ignoreAuthErrorAbort: true,
          noAsyncTraces: true,
          pingInterval: 10_000,
        });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== lastReason) logger.warn({ error }, 'NATS cannot be reached; trying until it can');
        lastReason = reason;
        this.#firstTry.resolve();
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    return undefined;
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.#connected = false;
        const reason = new Error('NATS went away');
        this.#requests?.giveUp(reason);
        for (const reject of this.#waiting) reject(reason);
        this.#options.logger.warn('NATS is away');
      } else if (status.type === 'reconnect') {
        this.#options.logger.info('NATS is back');
        this.#announce();
      } else if (status.type === 'error') {
        this.#options.logger.warn({ error: status.error }, 'NATS reports an error');
      }
    }
    this.#connected = false;
  }

  #announce(): void {
    this.#connected = true;
    for (const listener of this.#listeners) void this.#tell(listener);
  }

  async #tell(listener: Listener): Promise<void> {
    try {
      if (this.#connection !== undefined) await listener(this.#connection);
    } catch (error) {
      this.#options.logger.error({ error }, 'a listener of the NATS connection failed');
    }
  }
}
