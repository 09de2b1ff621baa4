import { parentPort, workerData } from 'node:worker_threads';
import { createPool } from '@vedette/database';
import { READY, type ThreadOutcome } from '@vedette/service-host/bounded-thread';
import { runReplay, type ReplayTask } from './replay-task.ts';
import { ReplayRepository } from './replay.repository.ts';

/** Runs replays in their own thread, with their own connection, so that they delay neither the schedule nor the API. */
if (parentPort !== null) {
  const port = parentPort;
  const { databaseUrl } = workerData as { readonly databaseUrl: string };
  // A query on a broken connection reports it.
  const pool = createPool({ url: databaseUrl, service: 'replay', maxConnections: 1, onError: () => undefined });
  const repository = new ReplayRepository(pool);
  const answer = async (task: ReplayTask): Promise<ThreadOutcome> => {
    try {
      return { ok: true, result: await runReplay(repository, task) };
    } catch (error) {
      return { ok: false, reason: error instanceof Error ? error.message : String(error) };
    }
  };
  port.on('message', (task: ReplayTask) => {
    void answer(task).then((outcome) => port.postMessage(outcome));
  });
  port.postMessage(READY);
}
