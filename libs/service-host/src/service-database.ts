import type { Config } from '@vedette/configuration';
import { poolSql, prismaAdapter, schemaOf, type Sql } from '@vedette/database';
import {
  ConsumerMarks,
  IdempotentAnswers,
  Inbox,
  Outbox,
  OutboxRelay,
  ParkedMessages,
  SetAsideFacts,
} from '@vedette/messaging';
import type { Pool } from 'pg';
import type { databaseVariables } from './config.ts';
import type { Host } from './host.ts';
import { openPool } from './service-pool.ts';

/** Loads a client's query compiler, which the first request would wait for. PostgreSQL itself may still be away. */
export async function loaded<Client extends { $connect(): Promise<void> }>(client: Client): Promise<Client> {
  await client.$connect();
  return client;
}

const TIDY_EVERY_MS = 3_600_000;

export type DatabaseConfig = Config<typeof databaseVariables>;

/** A service's schema, with the tables that keep it in step with the other services. */
export class ServiceDatabase {
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

  /** `serviceDirectory` holds the service's manifest and migrations. */
  constructor(host: Host, config: DatabaseConfig, serviceDirectory: string) {
    const { logger, metrics, link, lifecycle } = host;
    const schema = schemaOf(serviceDirectory);
    this.pool = openPool(host, config, serviceDirectory);
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
    lifecycle.add('outbox', this.relay);
    lifecycle.loop('tidying', TIDY_EVERY_MS, async () => {
      await this.inbox.tidy(this.sql);
      await this.answers.tidy(this.sql);
    });
  }
}
