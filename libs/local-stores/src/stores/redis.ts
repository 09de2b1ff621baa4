import { join } from 'node:path';
import { converse } from './converse.ts';
import { findTool } from '../tools/find-tool.ts';
import { stopLeftover } from './instance.ts';
import { keptSecret } from '../kept-secret.ts';
import { LocalError } from '../local-error.ts';
import { openStoreDirectory, writeFor } from './store-directory.ts';
import { choosePort, runStore, type Store, type StoreOptions } from './store.ts';

/** Starts a private Redis on loopback. It stores nothing on disk: it holds only rate-limit windows of one minute. */
export async function startRedis(options: StoreOptions): Promise<Store> {
  const command = findTool('redis-server');
  if (command === undefined) throw new LocalError('Redis is missing: run `sudo apt-get install -y redis-server`.');
  const directory = openStoreDirectory(options.dataDir, options.report ?? (() => undefined));
  await stopLeftover(directory.path, 'Redis', 'SIGTERM');
  const port = await choosePort('Redis', options.port);
  const password = keptSecret(join(directory.path, 'password'));

  // A file rather than arguments, which every user of the machine can read.
  const config = writeFor(directory, 'redis.conf', [
    'bind 127.0.0.1',
    `port ${port}`,
    'protected-mode yes',
    `requirepass ${password}`,
    `dir "${directory.path}"`,
    'save ""',
    'appendonly no',
    'daemonize no',
    'databases 16',
  ]);
  return runStore({
    title: 'Redis',
    command,
    args: [config],
    directory,
    url: `redis://:${password}@127.0.0.1:${port}`,
    port,
    stopSignal: 'SIGTERM',
    stopGraceMs: 5_000,
    isReady: async () => (await converse(port, `AUTH ${password}\r\n`))?.startsWith('+OK') === true,
  });
}
