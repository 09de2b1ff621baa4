import { startSuite as start, type Suite as ServiceSuite } from '@vedette/test-kit/suite';
import { randomBytes } from 'node:crypto';
import { AppModule } from '../../src/app.module.ts';
import type { MonitorConfig } from '../../src/config.ts';
import { NeighbourPeer } from './neighbour-peer.ts';
import { Organization } from './organization.ts';
import { WorkerPeer } from './worker-peer.ts';

export interface Suite extends ServiceSuite<MonitorConfig, Organization, NeighbourPeer> {
  /** Without a worker nothing is checked. The worker stops with the suite. */
  startWorker(): Promise<WorkerPeer>;
}

export async function startSuite({ ownPostgres = false } = {}): Promise<Suite> {
  const suite = await start<MonitorConfig, Organization, NeighbourPeer>({
    service: 'monitor',
    module: AppModule,
    organization: Organization,
    peers: (natsUrl) => NeighbourPeer.start(natsUrl),
    ownPostgres,
    config: {
      listenHost: '127.0.0.1',
      secretKey: randomBytes(32),
      previousSecretKey: null,
      heartbeatPublicUrl: 'http://heartbeats.test',
      heartbeatPort: 0,
      historyDays: 30,
    },
  });
  const workers: WorkerPeer[] = [];
  return {
    ...suite,
    startWorker: async () => {
      const worker = await WorkerPeer.start(suite.nats.url);
      workers.push(worker);
      return worker;
    },
    stop: async () => {
      await Promise.all([...workers.map((worker) => worker.stop()), suite.stop()]);
    },
  };
}
