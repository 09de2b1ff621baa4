import {
  LocalError,
  startNats,
  startPostgres,
  startRedis,
  type NatsStore,
  type ServiceName,
  type Store,
  type StoreOptions,
  type ToolName,
} from '@vedette/local-stores';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { LocalConfig } from './config.ts';
import { keepRunning, type Kept } from './keep-running.ts';
import { STATE } from '../program/paths.ts';
import { say, warn } from '../program/terminal.ts';

export interface StoreUrls {
  readonly databaseUrl: string;
  readonly natsUrlOf: (service: ServiceName) => string;
  readonly redisUrl: string;
}

interface Definition<Started extends Store = Store> {
  readonly title: string;
  readonly variable: string;
  readonly tool: ToolName;
  readonly given: string | null;
  readonly defaultPort: number;
  readonly start: (options: StoreOptions) => Promise<Started>;
}

function definitions(config: LocalConfig): readonly [Definition, Definition<NatsStore>, Definition] {
  return [
    {
      title: 'PostgreSQL',
      variable: 'DATABASE_URL',
      tool: 'postgres',
      given: config.databaseUrl,
      defaultPort: 5432,
      start: (options) => startPostgres({ ...options, database: 'vedette' }),
    },
    {
      title: 'NATS',
      variable: 'NATS_URL',
      tool: 'nats-server',
      given: config.natsUrl,
      defaultPort: 4222,
      start: startNats,
    },
    {
      title: 'Redis',
      variable: 'REDIS_URL',
      tool: 'redis-server',
      given: config.redisUrl,
      defaultPort: 6379,
      start: startRedis,
    },
  ];
}

/** The programs of the stores that are not given. */
export function neededTools(config: LocalConfig): ToolName[] {
  return definitions(config).flatMap(({ given, tool }) => (given === null ? [tool] : []));
}

/** Starts the stores that are not given, and makes sure that the given ones answer. */
export async function startStores(config: LocalConfig, own: (kept: Kept) => void): Promise<StoreUrls> {
  const [postgres, nats, redis] = definitions(config);
  const [databaseUrl, natsUrlOf, redisUrl] = await Promise.all([
    open(postgres, own, ({ url }) => url),
    open(nats, own, ({ urlOf }) => urlOf),
    open(redis, own, ({ url }) => url),
  ]);
  return {
    databaseUrl: databaseUrl ?? postgres.given ?? '',
    natsUrlOf: natsUrlOf ?? (() => nats.given ?? ''),
    redisUrl: redisUrl ?? redis.given ?? '',
  };
}

/** Resolves to the result of `tell` for a started store, and to undefined for a given one. */
async function open<Started extends Store, Told>(
  store: Definition<Started>,
  own: (kept: Kept) => void,
  tell: (started: Started) => Told,
): Promise<Told | undefined> {
  if (store.given !== null) {
    await assertReachable(store, store.given);
    return undefined;
  }
  let told: Told | undefined;
  let port: number | undefined;
  const start = async (): Promise<Store> => {
    const dataDir = join(STATE, store.tool.replace('-server', ''));
    const started = await store.start({ dataDir, report: say, ...(port !== undefined && { port }) });
    // The services know this port, so a restart after a crash uses it again.
    ({ port } = started);
    told = tell(started);
    return started;
  };
  own(await keepRunning({ title: store.title, start, firstAttempts: 1, say: warn }));
  say(`${store.title} is running on port ${port ?? 0}`);
  return told;
}

/** A given address may name several servers; one that answers is enough. */
async function assertReachable({ title, variable, defaultPort }: Definition, given: string): Promise<void> {
  const attempts = given.split(',').map((address) => {
    const { hostname, port } = new URL(address);
    return reach(hostname.replaceAll(/[[\]]/g, ''), port === '' ? defaultPort : Number(port));
  });
  try {
    await Promise.any(attempts);
  } catch (error) {
    const cause = error instanceof AggregateError ? (error.errors as Error[])[0]?.message : String(error);
    throw new LocalError(
      `The ${title} in ${variable} cannot be reached (${cause ?? ''}): start it, or unset ${variable} to get a private one.`,
      { cause: error },
    );
  }
  say(`${title} is the one in ${variable}`);
}

function reach(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: 5_000 });
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('timeout', () => socket.destroy(new Error(`no answer from ${host}:${port}`)));
    socket.once('error', reject);
  });
}
