import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, type Launched } from '@vedette/local-stores';
import { inRepository, waitFor } from '@vedette/test-kit';
import type { System } from './system.ts';

/** In the namespace, a process passes the port of NATS on to a socket in the file system, which namespaces share. */
const PASS_ON = `
  const { connect, createServer } = require('node:net');
  const [, port, path] = process.argv;
  const worker = process.ppid;
  setInterval(() => process.ppid === worker || process.exit(), 250);
  createServer((client) => {
    const nats = connect(path);
    client.pipe(nats).pipe(client);
    for (const socket of [client, nats]) socket.on('error', () => { client.destroy(); nats.destroy(); });
  }).listen(Number(port), '127.0.0.1');
`;

const SCRIPT = 'ip link set lo up && { "$0" -e "$1" "$2" "$3" & } && exec "$0" "$4"';

let isPossible: boolean | undefined;

/** As root, or as a user who may have a namespace of users. */
export function canIsolate(): boolean {
  return (isPossible ??= spawnSync('unshare', ['-rn', 'ip', 'link', 'set', 'lo', 'up']).status === 0);
}

/** A worker whose only connection is the one to NATS: every target refuses it. */
export class IsolatedWorker {
  private constructor(
    private readonly process: Launched,
    private readonly natsSide: Server,
    private readonly directory: string,
  ) {}

  static async start(system: System): Promise<IsolatedWorker> {
    const [worker] = system.replicasOf('checker-worker');
    if (worker === undefined) throw new Error('There is no worker to copy');
    const directory = await mkdtemp(join(tmpdir(), 'vedette-isolated-'));
    const path = join(directory, 'nats');
    const { port } = new URL(worker.env['NATS_URL'] ?? '');
    let connections = 0;
    const natsSide = createServer((client) => {
      connections += 1;
      const nats = connect(Number(port), '127.0.0.1');
      client.pipe(nats).pipe(client);
      for (const socket of [client, nats]) {
        socket.on('error', () => {
          client.destroy();
          nats.destroy();
        });
      }
    });
    natsSide.listen(path);
    await once(natsSide, 'listening');
    const started = await launch({
      command: 'unshare',
      args: ['-rn', 'sh', '-c', SCRIPT, process.execPath, PASS_ON, port, path, WORKER],
      env: { ...worker.env, PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
      stopSignal: 'SIGKILL',
      output: 'pipe',
    });
    for (const stream of [started.stdout, started.stderr]) stream?.resume();
    const isolated = new IsolatedWorker(started, natsSide, directory);
    await waitFor('the worker to connect', () => connections > 0 || started.hasExited());
    return isolated;
  }

  async stop(): Promise<void> {
    // Both processes of the namespace are in one group.
    process.kill(-this.process.pid, 'SIGKILL');
    await this.process.exited;
    this.natsSide.close();
    await rm(this.directory, { recursive: true, force: true });
  }
}

const WORKER = inRepository('services/checker-worker/bundle/main.js');
