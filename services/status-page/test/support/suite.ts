import type { RunningService } from '@vedette/service-host';
import { freePort } from '@vedette/test-kit';
import { DnsServer } from '@vedette/test-kit/dns-server';
import { MonitorPeer } from '@vedette/test-kit/monitor-peer';
import { Organization } from '@vedette/test-kit/organization';
import { startSuite as start, type Suite as ServiceSuite } from '@vedette/test-kit/suite';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule } from '../../src/app.module.ts';
import type { StatusPageConfig } from '../../src/config.ts';

export interface Suite extends ServiceSuite<StatusPageConfig, Organization, MonitorPeer> {
  /** The DNS server that the service asks. */
  readonly dns: DnsServer;
  startReplica(...args: ReplicaArguments): Promise<RunningService & { publicPort: number }>;
}

type ReplicaArguments = Parameters<ServiceSuite<StatusPageConfig, Organization>['startReplica']>;

export async function startSuite({ ownPostgres = false } = {}): Promise<Suite> {
  const [dns, port, snapshotDirectory] = await Promise.all([
    DnsServer.start(),
    freePort(),
    mkdtemp(join(tmpdir(), 'status-page-')),
  ]);
  const suite = await start<StatusPageConfig, Organization, MonitorPeer>({
    service: 'status-page',
    module: AppModule,
    organization: Organization,
    peers: (natsUrl) => MonitorPeer.start(natsUrl),
    ownPostgres,
    config: {
      listenHost: '127.0.0.1',
      port,
      publicUrl: `http://localhost:${port}`,
      consoleUrl: 'https://console.test',
      snapshotDirectory,
      frameAncestors: ["'none'"],
      allowPrivateLogos: false,
      dnsServers: [dns.address],
    },
  });
  return {
    ...suite,
    dns,
    // Without the events that the monitor peer publishes.
    eventsOf: async (organization, type) =>
      (await suite.eventsOf(organization, type)).filter(({ event }) => !event.type.startsWith('monitor.')),
    startReplica: async (change, options) => {
      const publicPort = await freePort();
      return { ...(await suite.startReplica({ port: publicPort, ...change }, options)), publicPort };
    },
    stop: async () => {
      await suite.stop();
      await Promise.all([dns.close(), rm(snapshotDirectory, { recursive: true, force: true })]);
    },
  };
}
