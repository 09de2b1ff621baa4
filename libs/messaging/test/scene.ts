import { readdir, readFile } from 'node:fs/promises';
import { createLogger, Metrics, type Logger } from '@vedette/telemetry';
import { createDatabase, startNatsForSuite, waitFor, type SuiteStore } from '@vedette/test-kit';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { Caller, RequestContext } from '@vedette/contract';
import pg from 'pg';
import { ensureStreams, jetstreamManagerOf } from '../src/streams/streams.ts';
import { NatsLink } from '../src/link/nats-link.ts';

export const SCHEMA = 'box';

/** Collects all log lines, so that a test can search them and the output stays quiet. */
export function silentLogger(lines: string[] = []): Logger {
  return createLogger('test', 'debug', { write: (line: string) => void lines.push(line) });
}

/** The lib's tables in a database of the suite's own. */
export async function messagingDatabase(): Promise<{ pool: pg.Pool; close(): Promise<void> }> {
  const database = await createDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 30 });
  const migrations = new URL('../migrations/', import.meta.url);
  const client = await pool.connect();
  await client.query(`CREATE SCHEMA ${SCHEMA}; SET search_path TO ${SCHEMA}`);
  for (const name of (await readdir(migrations)).toSorted()) {
    await client.query(await readFile(new URL(`${name}/migration.sql`, migrations), 'utf8'));
  }
  await client.query('RESET search_path');
  client.release();
  return {
    pool,
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
}

/** A NATS server of the suite's own, and the clients that run on it. */
export class NatsScene {
  readonly metrics = new Metrics('test');
  readonly #links: NatsLink[] = [];

  private constructor(readonly store: SuiteStore) {}

  static async start(): Promise<NatsScene> {
    return new NatsScene(await startNatsForSuite());
  }

  /** The link may not be connected yet when this returns. */
  link(logger: Logger = silentLogger()): NatsLink {
    const link = new NatsLink({ url: this.store.url, service: 'test', logger });
    this.#links.push(link);
    return link;
  }

  async connectedLink(): Promise<NatsLink> {
    const link = this.link();
    await waitFor('NATS', () => link.isConnected);
    return link;
  }

  async manager(): Promise<JetStreamManager> {
    return jetstreamManagerOf(await this.connection());
  }

  async ensureStreams(): Promise<void> {
    await ensureStreams(await this.connection(), 1);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#links.map((link) => link.close()));
    await this.store.stop();
  }

  async connection() {
    const link = this.#links[0] ?? this.link();
    return waitFor('NATS', () => link.connection);
  }
}

const caller: Caller = {
  organizationId: 'org_1',
  keyId: 'key_1',
  access: 'FULL',
  plan: {
    name: 'FREE',
    monitors: 10,
    fastestIntervalSeconds: 300,
    statusPages: 1,
    webhookEndpoints: 1,
    maintenanceWindows: 10,
  },
  subscription: 'ACTIVE',
};

export function requestContext(more: Partial<RequestContext> = {}): RequestContext {
  return { requestId: 'req_1', caller, deadlineAt: Date.now() + 5_000, ...more };
}
