import { SERVICES, type ServiceName } from '@vedette/local-stores';
import {
  waitFor,
  type ServiceEnvironment,
  type ServiceProcess,
  type StoreName,
  type SuiteStore,
  type TestStack,
} from '@vedette/test-kit';
import { startFixture, type Fixture } from '../support/fixture.ts';
import { SmallDisk } from './small-disk.ts';
import { TcpProxy } from './tcp-proxy.ts';
import { WrongClocks } from './wrong-clocks.ts';

/** NATS and a new PostgreSQL cluster need less than half of it. */
const DISK_MEGABYTES = { nats: 128, postgres: 512 };
const RESTART_LIMIT_MS = 90_000;

/** The whole system: two replicas of each service, on stores that can be cut off, killed and filled up. */
export class System {
  /** Processes that ended although nobody killed them. */
  readonly crashed: string[] = [];
  readonly #killed = new Set<ServiceProcess>();

  private constructor(
    readonly fixture: Fixture,
    readonly replicas: readonly ServiceProcess[],
    readonly proxies: Readonly<Record<StoreName, TcpProxy>>,
    readonly disks: Readonly<Record<'nats' | 'postgres', SmallDisk | undefined>>,
    readonly clocks: WrongClocks,
  ) {}

  static async start(env: ServiceEnvironment): Promise<System> {
    const [nats, postgres, clocks] = await Promise.all([
      SmallDisk.mount(DISK_MEGABYTES.nats),
      SmallDisk.mount(DISK_MEGABYTES.postgres),
      WrongClocks.prepare(),
    ]);
    const proxies: Partial<Record<StoreName, TcpProxy>> = {};
    const fixture = await startFixture({
      ownPostgres: true,
      losesNats: true,
      directories: { ...(nats && { nats: nats.path }), ...(postgres && { postgres: postgres.path }) },
      portInFront: async (store, port) => (proxies[store] = await TcpProxy.before(port)).port,
      env: { RATE_LIMIT_REQUESTS: '1000000', LOG_LEVEL: 'warn', ...clocks.env, ...env },
    });
    const { stack } = fixture;
    const seconds = await Promise.all(SERVICES.map((name) => stack.addReplica(name)));
    const replicas = [...SERVICES.map((name) => stack.service(name)), ...seconds];
    const system = new System(fixture, replicas, proxies as Record<StoreName, TcpProxy>, { nats, postgres }, clocks);
    for (const replica of replicas) void system.#watch(replica);
    return system;
  }

  get stack(): TestStack {
    return this.fixture.stack;
  }

  store(name: StoreName): SuiteStore {
    const store = this.stack[name];
    if (store === undefined) throw new Error(`The stack has no ${name} of its own`);
    return store;
  }

  replicasOf(name: ServiceName): ServiceProcess[] {
    return this.replicas.filter((each) => each.name === name);
  }

  /** The addresses of both replicas of a service with a public port. */
  urlsOf(name: 'gateway' | 'monitor' | 'status-page'): string[] {
    const variable = { gateway: 'GATEWAY_PORT', monitor: 'HEARTBEAT_PORT', 'status-page': 'STATUS_PAGE_PORT' }[name];
    return this.replicasOf(name).map(({ env }) => `http://127.0.0.1:${env[variable]}`);
  }

  async kill(replica: ServiceProcess): Promise<void> {
    this.#killed.add(replica);
    await replica.kill();
  }

  /** Starts it again and again, as Kubernetes does, until it is ready. */
  async restart(replica: ServiceProcess): Promise<void> {
    await waitFor(`${replica.name} to start`, () => replica.start().then(() => true), { timeoutMs: RESTART_LIMIT_MS });
    this.#killed.delete(replica);
    void this.#watch(replica);
  }

  async stop(): Promise<void> {
    for (const replica of this.replicas) this.#killed.add(replica);
    try {
      await this.fixture.stop();
    } finally {
      await Promise.all(Object.values(this.proxies).map((proxy) => proxy.close()));
      await this.clocks.remove();
      await Promise.all([this.disks.nats?.unmount(), this.disks.postgres?.unmount()]);
    }
  }

  async #watch(replica: ServiceProcess): Promise<void> {
    const { code, signal } = await replica.exited;
    if (!this.#killed.has(replica)) this.crashed.push(`${replica.name} ended with ${signal ?? code}`);
  }
}
