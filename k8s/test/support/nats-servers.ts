import { NATS_USERS, REGION_WORKER } from '@vedette/contract';
import { NATS_OPERATOR } from '@vedette/contract/nats-users';
import { findTool, launch, reservePort, type Launched } from '@vedette/local-stores';
import { waitFor } from '@vedette/test-kit';
import { createAuthority, createCertificate } from '@vedette/test-kit/certificates';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { passwordVariable } from '../../../deploy/nats/users.ts';
import { containerOf, find, type Manifest, type Workload } from './manifest.ts';

const PORTS = ['4222', '6222', '7422', '8222'] as const;
type Ports = Readonly<Record<(typeof PORTS)[number], number>>;

/** The password of every user. */
const PASSWORD = 'vp_secret';
/** Of workers in another region, on their leaf node. */
const LEAF_PASSWORD = 'vp_local';

/** The servers of `k8s/stores`, as real processes with their rendered configuration; only paths, hosts and ports are others. */
export class NatsServers {
  readonly #servers: Launched[] = [];
  readonly #killed = new Set<number>();
  readonly #leafPorts: number[] = [];

  private constructor(
    readonly directory: string,
    readonly ports: readonly Ports[],
  ) {}

  /** `inFront` returns the port that leaf nodes find instead of a server's port, for tests that stand in between. */
  static async start(
    stores: readonly Manifest[],
    replicas: number,
    inFront: (port: number) => Promise<number> = (port) => Promise.resolve(port),
  ): Promise<NatsServers> {
    const directory = await mkdtemp(join(tmpdir(), 'vedette-nats-'));
    const ports = await Promise.all(Array.from({ length: replicas }, portsOfServer));
    const servers = new NatsServers(directory, ports);
    await servers.#writeCertificates();
    const { 'nats.conf': config = '' } = dataOf(stores, 'nats');
    const { 'users.conf': users = '' } = dataOf(stores, 'nats-users');
    for (const [index, own] of ports.entries()) {
      const home = join(directory, `nats-${index}`);
      await mkdir(home);
      await writeFile(join(home, 'users.conf'), users);
      const leafPort = await inFront(own[7422]);
      servers.#leafPorts.push(leafPort);
      const passwords = [...NATS_USERS, NATS_OPERATOR].map((user) => [passwordVariable(user), PASSWORD] as const);
      const fitting = await fitted(config, directory, home, own, ports);
      // A server tells leaf nodes its own address, to which they return.
      const told = fitting.replace(`listen: 127.0.0.1:${own[7422]}`, `$&\n  advertise: "localhost:${leafPort}"`);
      await servers.#launch(`nats-${index}`, told, {
        ...Object.fromEntries(passwords),
        CLUSTER_ADVERTISE: `localhost:${own[6222]}`,
      });
    }
    await servers.#untilHealthy();
    return servers;
  }

  get caFile(): string {
    return join(this.directory, 'ca.crt');
  }

  /** All servers, as a service would be given them. */
  urlOf(user: string): string {
    return this.ports.map((own) => `tls://${user}:${PASSWORD}@localhost:${own[4222]}`).join(',');
  }

  /**
   * The leaf node of `k8s/overlays/region`, joined to the server behind the port. Returns its address with the user that
   * the workers there have.
   */
  async startLeaf(region: readonly Manifest[], centralPort = this.leafPort): Promise<string> {
    const [port, monitorPort] = [await reservePort(), await reservePort()];
    const { 'nats.conf': config = '' } = dataOf(region, 'nats-leaf');
    const { 'users.conf': users = '' } = dataOf(region, 'nats-leaf-users');
    const name = `leaf-${port}`;
    const home = join(this.directory, name);
    await mkdir(home);
    await writeFile(join(home, 'users.conf'), users);
    const own = config
      .replace('0.0.0.0:4222', `127.0.0.1:${port}`)
      .replace('0.0.0.0:8222', `127.0.0.1:${monitorPort}`)
      .replace('/run/nats/nats.pid', join(home, 'nats.pid'))
      .replace('/etc/nats-authority', this.directory);
    await this.#launch(name, own, {
      NATS_PASSWORD: LEAF_PASSWORD,
      CENTRAL_NATS_URL: centralUrl(region, `localhost:${centralPort}`),
    });
    return `nats://${REGION_WORKER}:${LEAF_PASSWORD}@127.0.0.1:${port}`;
  }

  /** A server of a thief who has the password of a region: it permits its own clients everything. Returns its address. */
  async startThief(): Promise<string> {
    const port = await reservePort();
    const remote = `"tls://${REGION_WORKER}:${PASSWORD}@localhost:${this.leafPort}"`;
    const name = `thief-${port}`;
    await mkdir(join(this.directory, name));
    const config = [
      `listen: 127.0.0.1:${port}`,
      `leafnodes { remotes: [{ url: ${remote}, tls { ca_file: "${this.caFile}" } }] }`,
    ];
    await this.#launch(name, config.join('\n'), {});
    return `nats://127.0.0.1:${port}`;
  }

  /** Where a server that runs takes leaf nodes. */
  get leafPort(): number {
    const port = this.#leafPorts.find((_, index) => !this.#killed.has(index));
    if (port === undefined) throw new Error('No server runs');
    return port;
  }

  async kill(index: number): Promise<void> {
    this.#killed.add(index);
    const server = this.#servers[index];
    server?.signal('SIGKILL');
    await server?.exited;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop(2_000)));
    await rm(this.directory, { recursive: true, force: true });
  }

  async #launch(name: string, config: string, variables: Readonly<Record<string, string>>): Promise<void> {
    const file = join(this.directory, name, 'nats.conf');
    await writeFile(file, config);
    const server = await launch({
      command: serverProgram(),
      args: ['--config', file],
      env: { ...variables, POD_NAME: name },
      stopSignal: 'SIGTERM',
      output: 'pipe',
    });
    this.#servers.push(server);
  }

  async #writeCertificates(): Promise<void> {
    const authority = await createAuthority('Vedette internal');
    const { key, cert } = await createCertificate(['localhost'], { issuer: authority, isClient: true });
    await Promise.all([
      writeFile(this.caFile, authority.cert),
      writeFile(join(this.directory, 'tls.crt'), cert),
      writeFile(join(this.directory, 'tls.key'), key),
    ]);
  }

  /** By the path of the readiness probe: it waits for the others of the cluster. */
  async #untilHealthy(): Promise<void> {
    for (const own of this.ports) {
      await waitFor(
        'a server of the cluster',
        async () => {
          const answer = await fetch(`http://127.0.0.1:${own[8222]}/healthz`).catch(() => undefined);
          return answer?.ok;
        },
        { timeoutMs: 30_000 },
      );
    }
  }
}

async function portsOfServer(): Promise<Ports> {
  const pairs = await Promise.all(PORTS.map(async (port) => [port, await reservePort()] as const));
  return Object.fromEntries(pairs) as Ports;
}

async function fitted(
  config: string,
  directory: string,
  home: string,
  own: Ports,
  all: readonly Ports[],
): Promise<string> {
  const { stdout } = await promisify(execFile)(serverProgram(), ['--version']);
  const [, minor = '0'] = /v2\.(\d+)/.exec(stdout) ?? [];
  const known = Number(minor) >= 10 ? config : config.replace(/^ *sync_interval:.*\n/m, '');
  const routed = known.replaceAll(
    /nats-(\d)\.nats-headless\.[\w.-]+:6222/g,
    (_, index: string) => `localhost:${all[Number(index)]?.[6222] ?? ''}`,
  );
  return PORTS.reduce((text, port) => text.replaceAll(`0.0.0.0:${port}`, `127.0.0.1:${own[port]}`), routed)
    .replaceAll('/etc/nats-tls', directory)
    .replace('/run/nats/nats.pid', join(home, 'nats.pid'))
    .replace('/data', join(home, 'data'));
}

/** As the pod of a leaf node gets it. */
function centralUrl(region: readonly Manifest[], address: string): string {
  const { env = [] } = containerOf(find(region, 'StatefulSet', 'nats-leaf') as Workload);
  const { value = '' } = env.find(({ name }) => name === 'CENTRAL_NATS_URL') ?? {};
  return value.replace('$(NATS_REGION_WORKER_PASSWORD)', PASSWORD).replace('$(CENTRAL_NATS_ADDRESS)', address);
}

function dataOf(stores: readonly Manifest[], name: string): Record<string, string> {
  return find(stores, 'ConfigMap', name)['data'] as Record<string, string>;
}

function serverProgram(): string {
  const path = findTool('nats-server');
  if (path === undefined) throw new Error('nats-server is missing');
  return path;
}
