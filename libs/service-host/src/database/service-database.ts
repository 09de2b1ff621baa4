import { setFlagsFromString } from 'node:v8';
import {
  preparedTransaction,
  prismaAdapter,
  prismaTransaction,
  schemaOf,
  sqlOf,
  StatementNames,
  transaction,
  type Connection,
  type PrismaTransactions,
  type Sql,
  type TaggedSql,
} from '@vedette/database';
import {
  ConsumerMarks,
  DeletedOrganizations,
  IdempotentAnswers,
  Inbox,
  Mutations,
  Outbox,
  OutboxRelay,
  ParkedMessages,
  SetAsideFacts,
  type MutationParts,
} from '@vedette/messaging';
import type { Pool } from 'pg';
import type { DatabaseConfig } from '../config.ts';
import type { Host } from '../host.ts';
import type { ErasingStep } from './organization-data.ts';
import { openPool, type PlanOptions } from './service-pool.ts';

/**
 * V8 optimizes a WebAssembly function that has executed about so many bytes, ten times its default. By default it would
 * optimize one huge function of the query compiler while a service starts, which takes 0.4 s of processor time.
 */
const BYTES_BEFORE_OPTIMIZING = 130_000_000;

/** Loads a client's query compiler, so that the first request does not wait for it. PostgreSQL may still be away. */
export async function loaded<Client extends { $connect(): Promise<void> }>(client: Client): Promise<Client> {
  setFlagsFromString(`--wasm-tiering-budget=${BYTES_BEFORE_OPTIMIZING}`);
  await client.$connect();
  return client;
}

const TIDY_EVERY_MS = 3_600_000;
/** After this time, and the time that a running transaction takes, no replica restores what another one has erased. */
const REFRESH_DELETED_MS = 3_000;

/** A service's schema, including the tables for messaging (outbox, inbox, answers). */
export class ServiceDatabase {
  readonly pool: Pool;
  readonly sql: TaggedSql;
  /** The adapter for the service's generated Prisma client. */
  readonly adapter: ReturnType<typeof prismaAdapter>;
  readonly setAside: SetAsideFacts;
  readonly parked: ParkedMessages;
  readonly marks: ConsumerMarks;
  readonly answers: IdempotentAnswers;
  readonly deletedOrganizations: DeletedOrganizations;
  /** Mutations on plain connections, for work on many rows; see `mutationsOf`. */
  readonly mutations: Mutations<Connection>;
  /** Mutations on plain connections, for changes of a few rows that clients make many times a second. */
  readonly preparedMutations: Mutations<TaggedSql>;
  readonly #bookkeeping: Omit<MutationParts<never>, 'transaction'>;

  /** `serviceDirectory` holds the service's manifest and migrations. */
  constructor(host: Host, config: DatabaseConfig, serviceDirectory: string, plans: PlanOptions = {}) {
    const { logger, metrics, link, lifecycle } = host;
    const schema = schemaOf(serviceDirectory);
    this.pool = openPool(host, config, serviceDirectory, plans);
    this.sql = sqlOf(this.pool);
    const names = new StatementNames();
    this.adapter = prismaAdapter(this.pool, schema, names);
    const relay = new OutboxRelay({ schema, pool: this.pool, link, logger, metrics });
    this.setAside = new SetAsideFacts(schema, this.sql, relay);
    this.parked = new ParkedMessages(schema, this.sql);
    this.marks = new ConsumerMarks(schema, this.sql);
    metrics.observedGauge('parked_messages', 'Messages that were parked and not replayed yet', () =>
      this.parked.count(),
    );
    const inbox = new Inbox(schema);
    this.answers = new IdempotentAnswers(schema, this.sql);
    this.deletedOrganizations = new DeletedOrganizations(schema, this.sql);
    this.#bookkeeping = { sql: this.sql, outbox: new Outbox(schema), relay, inbox, answers: this.answers };
    this.mutations = new Mutations({ ...this.#bookkeeping, transaction: (work) => transaction(this.pool, work) });
    this.preparedMutations = new Mutations({
      ...this.#bookkeeping,
      transaction: (work) => preparedTransaction(this.pool, names, work),
    });
    lifecycle.add('outbox', relay);
    lifecycle.loop('tidying', TIDY_EVERY_MS, async () => {
      await inbox.tidy(this.sql);
      await this.answers.tidy(this.sql);
      await this.deletedOrganizations.tidy();
    });
    lifecycle.loop('deleted organizations', REFRESH_DELETED_MS, () => this.deletedOrganizations.refresh());
  }

  /** The steps of a service, and those of the tables for messaging. Late messages are ignored from the first step on. */
  erasing(steps: readonly ErasingStep[]): ErasingStep[] {
    const ignore: ErasingStep = async (organizationId) => {
      await this.deletedOrganizations.add(organizationId);
      return 0;
    };
    return [ignore, ...steps, (organizationId, limit) => this.answers.erase(organizationId, limit)];
  }

  /** The mutations of a service that reads and writes with Prisma. */
  mutationsOf<Tx extends Sql>(prisma: PrismaTransactions<Tx>): Mutations<Tx> {
    return new Mutations({ ...this.#bookkeeping, transaction: (work) => prismaTransaction(prisma, work) });
  }
}
