import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '@vedette/telemetry';

/** A list of 100 monitors with long bodies is large; a server that would cut it off is refused at boot. */
const NEEDED_MAX_PAYLOAD_BYTES = 8_000_000;

export interface NatsOptions {
  readonly url: string;
  readonly service: string;
  readonly logger: Logger;
}

type Listener = (connection: NatsConnection) => void | Promise<void>;

/**
 * One connection a process that may come late: a service boots, and answers what it can, while NATS is away.
 * Listeners run at the first connection and again after every reconnection.
 */
export class NatsLink {
  readonly #options: NatsOptions;
  readonly #listeners: Listener[] = [];
  #connection: NatsConnection | undefined;
  #connected = false;
  #closed = false;

  constructor(options: NatsOptions) {
    this.#options = options;
    void this.#open();
  }

  get isConnected(): boolean {
    return this.#connected;
  }

  /** The live connection, or undefined while there is none. */
  get connection(): NatsConnection | undefined {
    return this.#connected ? this.#connection : undefined;
  }

  onConnect(listener: Listener): void {
    this.#listeners.push(listener);
    if (this.#connected) void this.#tell(listener);
  }

  async flush(): Promise<void> {
    await this.connection?.flush();
  }

  async close(): Promise<void> {
    this.#closed = true;
    const connection = this.#connection;
    if (connection === undefined || connection.isClosed()) return;
    if (this.#connected) await connection.drain().catch(() => undefined);
    await connection.close();
  }

  async #open(): Promise<void> {
    const { url, service, logger } = this.#options;
    while (!this.#closed) {
      try {
        this.#connection = await connect({
          servers: url.split(','),
          name: `vedette-${service}`,
          maxReconnectAttempts: -1,
          reconnectTimeWait: 250,
          reconnectJitter: 250,
          waitOnFirstConnect: true,
          ignoreAuthErrorAbort: true,
          noAsyncTraces: true,
          pingInterval: 10_000,
        });
        break;
      } catch (error) {
        logger.error({ error }, 'NATS refuses the connection; trying again');
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    }
    if (this.#connection === undefined) return;
    if (this.#closed) return this.#connection.close();
    const maxPayload = this.#connection.info?.max_payload ?? 0;
    if (maxPayload < NEEDED_MAX_PAYLOAD_BYTES) {
      logger.error(`NATS must allow messages of ${NEEDED_MAX_PAYLOAD_BYTES} bytes (max_payload), not ${maxPayload}`);
    }
    this.#announce();
    void this.#watch(this.#connection);
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.#connected = false;
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
