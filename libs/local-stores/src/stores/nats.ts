import { NATS_OPERATOR, natsUsersConfig } from '@vedette/contract/nats-users';
import type { NatsUser } from '@vedette/contract/subject';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { converse } from './converse.ts';
import { findTool } from '../tools/find-tool.ts';
import { stopLeftover } from './instance.ts';
import { keptSecret } from '../kept-secret.ts';
import { LocalError } from '../local-error.ts';
import { openStoreDirectory, writeFor } from './store-directory.ts';
import { choosePort, runStore, type Store, type StoreOptions } from './store.ts';

/** `url` has all permissions; the other users have the same permissions as in production. */
export interface NatsStore extends Store {
  readonly urlOf: (user: NatsUser) => string;
}

/** Starts a private nats-server with JetStream on loopback. Only the owner of the directory can read its passwords. */
export async function startNats(options: StoreOptions): Promise<NatsStore> {
  const command = findTool('nats-server');
  if (command === undefined) throw new LocalError('NATS is missing: run `sudo apt-get install -y nats-server`.');
  const directory = openStoreDirectory(options.dataDir, options.report ?? (() => undefined));
  await stopLeftover(directory.path, 'NATS', 'SIGTERM');
  const port = await choosePort('NATS', options.port);
  const secret = keptSecret(join(directory.path, 'password'));
  const passwordOf = (user: string): string => createHmac('sha256', secret).update(user).digest('hex');
  const urlOf = (user: string): string => `nats://${user}:${passwordOf(user)}@127.0.0.1:${port}`;

  const config = writeFor(directory, 'nats.conf', [
    'server_name: vedette-local',
    'host: 127.0.0.1',
    `port: ${port}`,
    `jetstream { store_dir: "${directory.path}" }`,
    natsUsersConfig((user) => JSON.stringify(passwordOf(user))),
  ]);
  const store = await runStore({
    title: 'NATS',
    command,
    args: ['--config', config],
    directory,
    url: urlOf(NATS_OPERATOR),
    port,
    stopSignal: 'SIGTERM',
    stopGraceMs: 10_000,
    // On one machine its threads mostly wake each other; one thread does the same work in half the processor time.
    env: { GOMAXPROCS: '1' },
    // The server sends its greeting once it has recovered the streams from disk.
    isReady: async () => (await converse(port, ''))?.startsWith('INFO ') === true,
  });
  return { ...store, urlOf };
}
