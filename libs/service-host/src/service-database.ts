import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '@vedette/configuration';
import { createPool, poolSql, prismaAdapter, schemaOf, type Sql } from '@vedette/database';
import {
  BackgroundLoop,
  ConsumerMarks,
  IdempotentAnswers,
  Inbox,
  Outbox,
  OutboxRelay,
  ParkedMessages,
  SetAsideFacts,
} from '@vedette/messaging';
import { currentOrganizationId } from '@vedette/telemetry';
import type { Pool } from 'pg';
import type { databaseVariables } from './config.ts';
import { databaseCheck } from './database-check.ts';
import type { Host } from './host.ts';
import { tracePool } from './trace-pool.ts';

/** Loads a client's query compiler, which the first request would wait for. PostgreSQL itself may still be away. */
export async function loaded<Client extends { $connect(): Promise<void> }>(client: Client): Promise<Client> {
  await client.$connect();
  return client;
}

const TIDY_EVERY_MS = 3_600_000;

export type DatabaseConfig = Config<typeof databaseVariables>;

/**
 * A service's schema, with the tables that keep it in step with the other services. Nest calls the hooks of it: what
 * runs on the database stops in `onModuleDestroy`, then the outbox is emptied and the pool closed.
 */
export class ServiceDatabase implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly pool: Pool;
  readonly sql: Sql;
  /** What the service's generated Prisma client is made with. */
  readonly adapter: ReturnType<typeof prismaAdapter>;
  readonly outbox: Outbox;
  readonly relay: OutboxRelay;
  readonly setAside: SetAsideFacts;
  readonly inbox: Inbox;
  readonly parked: ParkedMessages;
  readonly marks: ConsumerMarks;
  readonly answers: IdempotentAnswers;
  readonly #tidying: BackgroundLoop;

  /** `serviceDirectory` holds the service's manifest and migrations. */
  constructor({ name, logger, metrics, link, internalServer }: Host, config: DatabaseConfig, serviceDirectory: string) {
    const schema = schemaOf(serviceDirectory);
    this.pool = createPool({
      url: config.databaseUrl,
      service: name,
      maxConnections: config.databaseMaxConnections,
      onError: (error) => logger.warn({ error }, 'an idle PostgreSQL connection broke'),
      organizationId: currentOrganizationId,
    });
    tracePool(this.pool);
    metrics.observedGauge(
      'database_connections_waited_for',
      'Statements that wait for a connection of the pool',
      () => this.pool.waitingCount,
    );
    this.sql = poolSql(this.pool);
    this.adapter = prismaAdapter(this.pool, schema);
    this.outbox = new Outbox(schema);
    this.relay = new OutboxRelay({ schema, pool: this.pool, link, logger, metrics });
    this.setAside = new SetAsideFacts(schema, this.sql);
    this.inbox = new Inbox(schema);
    this.parked = new ParkedMessages(schema, this.sql);
    this.marks = new ConsumerMarks(schema, this.sql);
    metrics.observedGauge('parked_messages', 'Messages that were parked and not replayed yet', () =>
      this.parked.count(),
    );
    this.answers = new IdempotentAnswers(schema, this.sql);
    this.#tidying = new BackgroundLoop('tidying', TIDY_EVERY_MS, logger, async () => {
      await this.inbox.tidy(this.sql);
      await this.answers.tidy(this.sql);
    });
    internalServer.addCheck(databaseCheck(this.pool, serviceDirectory));
  }

  onApplicationBootstrap(): void {
    this.relay.start();
    this.#tidying.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#tidying.stop();
    await this.relay.stop();
    await this.pool.end();
  }
}
