import { reservePort, serviceEnvironment, SERVICES, stackUrls, type ServiceName } from '@vedette/local-stores';
import { operatorOf, type Operator } from './operator.ts';
import { spawnProcess, spawnService, type ServiceProcess } from './service-process.ts';
import type { ServiceEnvironment, StackAddresses } from '../stack-addresses.ts';
import { newSnapshotDirectory, startStackStores, type StackStores, type StoreOptions } from './stack-stores.ts';
import type { SuiteStore } from '../stores/suite-stores.ts';

export interface StackOptions extends StoreOptions {
  /** All when left out. Where the gateway is, the account service is too. */
  readonly services?: readonly ServiceName[];
  /** For every service, over what the stack gives them. */
  readonly env?: ServiceEnvironment;
  /** For one service, over that. */
  readonly envOf?: (name: ServiceName) => ServiceEnvironment;
  /** Run instead of those of the services. */
  readonly programs?: Readonly<Partial<Record<ServiceName, string>>>;
  /** The test takes NATS away: an answer to a request from before that is then refused. */
  readonly losesNats?: boolean;
}

/** Services as real processes, on stores and ports of their own. */
export interface TestStack extends StackAddresses {
  readonly nats: SuiteStore;
  readonly redis: SuiteStore;
  /** Undefined unless the stack was started with `ownPostgres`. */
  readonly postgres: SuiteStore | undefined;
  readonly operator: Operator;
  service(name: ServiceName): ServiceProcess;
  /** One more process of the service, with ports and a disk of its own, which its `env` tells. */
  addReplica(name: ServiceName): Promise<ServiceProcess>;
  /** Fails if a service crashed, lacked a NATS permission, logged a secret or does not end cleanly; the stores always stop. */
  stop(): Promise<void>;
}

export async function startStack(options: StackOptions = {}): Promise<TestStack> {
  const stores = await startStackStores(options);
  const environment = async (name: ServiceName): Promise<ServiceEnvironment> => ({
    ...serviceEnvironment(stores.stack, name, await reservePort()),
    ...options.env,
    ...options.envOf?.(name),
  });
  const processes: ServiceProcess[] = [];
  const spawn = async (name: ServiceName, env: ServiceEnvironment): Promise<void> => {
    const program = options.programs?.[name];
    processes.push(await (program === undefined ? spawnService(name, env) : spawnProcess(name, program, env)));
  };

  const names = startedServices(options.services);
  const started = await Promise.allSettled(names.map(async (name) => spawn(name, await environment(name))));
  const failure = started.find((outcome) => outcome.status === 'rejected');
  if (failure !== undefined) {
    await stopAll(processes, stores, options).catch(() => undefined);
    throw failure.reason;
  }

  const urls = stackUrls(stores.stack);
  const operatorEnvironment = await environment('account');
  const operator = operatorOf(operatorEnvironment);
  return {
    apiUrl: urls.api,
    consoleUrl: urls.console,
    statusUrl: urls.statusPages,
    heartbeatUrl: urls.heartbeats,
    internalUrls: Object.fromEntries(processes.map(({ name, internalUrl }) => [name, internalUrl])),
    databaseUrl: stores.databaseUrl,
    natsUrl: stores.nats.url,
    redisUrl: stores.stack.redisUrl,
    operatorEnvironment,
    nats: stores.nats,
    redis: stores.redis,
    postgres: stores.postgres,
    operator,
    service: (name) => {
      const found = processes.find((each) => each.name === name);
      if (found === undefined) throw new Error(`The stack was started without ${name}`);
      return found;
    },
    addReplica: async (name) => {
      const replica = await spawnService(name, { ...(await environment(name)), ...(await ownPlaces()) });
      processes.push(replica);
      return replica;
    },
    stop: async () => {
      await operator.close();
      await stopAll(processes, stores, options);
    },
  };
}

/** The gateway takes no key without the account service. */
function startedServices(wanted: readonly ServiceName[] = SERVICES): readonly ServiceName[] {
  return wanted.includes('gateway') && !wanted.includes('account') ? [...wanted, 'account'] : wanted;
}

async function stopAll(
  processes: ServiceProcess[],
  stores: StackStores,
  { losesNats = false }: StackOptions,
): Promise<void> {
  const started = processes.splice(0);
  const ended = await Promise.allSettled(started.map((each) => each.stop()));
  await stores.stop();
  const failure = ended.find((outcome) => outcome.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  assertAllowed(started, losesNats ? LATE_ANSWER : undefined);
  assertDiscreet(started);
}

const REFUSAL = 'Permissions Violation';
/** A service may answer a request only on the connection that the request came on. */
const LATE_ANSWER = 'Permissions Violation for Publish to \\"_INBOX_';

/** NATS users have the permissions of production, so that a test fails if a service needs more. */
function assertAllowed(processes: readonly ServiceProcess[], permitted: string | undefined): void {
  const refused = processes.flatMap(({ name, logs }) =>
    logs
      .filter((line) => line.includes(REFUSAL) && (permitted === undefined || !line.includes(permitted)))
      .map((line) => `${name}: ${line.slice(line.indexOf(REFUSAL)).split(',', 1).join()}`),
  );
  if (refused.length > 0) throw new Error(`NATS has refused:\n${[...new Set(refused)].join('\n')}`);
}

function assertDiscreet(processes: readonly ServiceProcess[]): void {
  const telling = processes.flatMap(({ name, logs }) =>
    logs.filter((line) => line.split(/\W/).some(isSecret)).map((line) => `${name}: ${line}`),
  );
  if (telling.length > 0) throw new Error(`A log holds a secret:\n${telling.slice(0, 5).join('\n')}`);
}

/** An API key, or the beginning of a signing secret. */
function isSecret(word: string): boolean {
  return (word.startsWith('ved_') && word.length === 42) || (word.startsWith('whsec_') && word.length > 12);
}

async function ownPlaces(): Promise<Record<string, string>> {
  return {
    GATEWAY_PORT: String(await reservePort()),
    STATUS_PAGE_PORT: String(await reservePort()),
    HEARTBEAT_PORT: String(await reservePort()),
    CONSOLE_PORT: String(await reservePort()),
    STATUS_PAGE_SNAPSHOT_DIR: newSnapshotDirectory(),
  };
}
