import { parentPort, workerData } from 'node:worker_threads';
import { createPool } from '@vedette/database';
import { BackgroundLoop } from '@vedette/messaging/background-loop';
import type { ListenerMessage, ListenerOptions } from './listener-messages.ts';
import { PingServer } from './ping-server.ts';
import { PingStoreRepository } from './ping-store.repository.ts';
import { PingTally } from './ping-tally.ts';
import { PingWriter } from './ping-writer.ts';

/** A deadline is judged when pings are heard beyond it. Without deadlines, only a silence of two seconds matters. */
const HEAR_EVERY_MS = { awaited: 400, unawaited: 1_000 };

/** Runs the listener in its own thread, so that pings, the schedule and the API never delay each other. */
async function listen(
  options: ListenerOptions,
  tell: (message: ListenerMessage) => void,
): Promise<() => Promise<void>> {
  const warn = (text: string, error: unknown): void => {
    tell({ kind: 'warning', text, reason: error instanceof Error ? error.message : String(error) });
  };
  const pool = createPool({
    url: options.databaseUrl,
    service: 'heartbeats',
    maxConnections: 3,
    onError: (error) => warn('an idle PostgreSQL connection broke', error),
  });
  const store = new PingStoreRepository(pool);
  const writer = new PingWriter(store, (error) => warn('pings could not be stored yet', error));
  const tally = new PingTally((pings) => tell({ kind: 'pings', pings }));
  const server = new PingServer({
    place: options.place,
    basePath: options.basePath,
    writer,
    onSettled: (fate) => tally.add(fate),
    onError: (error) => warn('the port of the pings failed', error),
  });
  tell({ kind: 'listening', port: await server.listen() });

  const logger = { warn: (fields: { readonly error: unknown }, text: string) => warn(text, fields.error) };
  let isAwaited = true;
  const pauseMs = (): number => (isAwaited ? HEAR_EVERY_MS.awaited : HEAR_EVERY_MS.unawaited);
  const hearing = new BackgroundLoop('storing until when pings are heard', pauseMs, logger, async () => {
    isAwaited = await store.hearUntil(writer.settledUntil);
  });
  hearing.start();

  return async () => {
    await server.close();
    await writer.end();
    await hearing.stop();
    await pool.end();
  };
}

if (parentPort !== null) {
  const port = parentPort;
  const tell = (message: ListenerMessage): void => port.postMessage(message);
  const close = await listen(workerData as ListenerOptions, tell);
  port.once('message', () => {
    void close().finally(() => port.close());
  });
}
