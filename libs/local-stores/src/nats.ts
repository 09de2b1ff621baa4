import { converse } from './converse.ts';
import { findTool } from './find-tool.ts';
import { stopLeftover } from './instance.ts';
import { LocalError } from './local-error.ts';
import { openStoreDirectory, writeFor } from './store-directory.ts';
import { choosePort, runStore, type Store, type StoreOptions } from './store.ts';

/** Starts a private nats-server with JetStream on loopback. */
export async function startNats(options: StoreOptions): Promise<Store> {
  const command = findTool('nats-server');
  if (command === undefined) throw new LocalError('NATS is missing: run `sudo apt-get install -y nats-server`.');
  const directory = openStoreDirectory(options.dataDir, options.report ?? (() => undefined));
  await stopLeftover(directory.path, 'NATS', 'SIGTERM');
  const port = await choosePort('NATS', options.port);

  const config = writeFor(directory, 'nats.conf', [
    'server_name: vedette-local',
    'host: 127.0.0.1',
    `port: ${port}`,
    `jetstream { store_dir: "${directory.path}" }`,
  ]);
  return runStore({
    title: 'NATS',
    command,
    args: ['--config', config],
    directory,
    url: `nats://127.0.0.1:${port}`,
    port,
    stopSignal: 'SIGTERM',
    stopGraceMs: 10_000,
    // On one machine its threads mostly wake each other: one does the same work for half the processor time.
    env: { GOMAXPROCS: '1' },
    // The greeting comes once the streams have been recovered from disk.
    isReady: async () => (await converse(port, ''))?.startsWith('INFO ') === true,
  });
}
