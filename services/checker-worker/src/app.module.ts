import { Module } from '@nestjs/common';
import { CONFIG, Host } from '@vedette/service-host';
import { Attempts } from './attempts.ts';
import { divided } from './places/capacity.ts';
import { CheckController } from './check.controller.ts';
import { CheckService } from './check.service.ts';
import { CheckPlaces } from './places/check-places.ts';
import type { WorkerConfig } from './config.ts';
import { Announcer } from './confirmation/announcer.ts';
import { ConfirmationServer } from './confirmation/confirmation-server.ts';
import { Confirmer } from './confirmation/confirmer.ts';
import { PeerVerdicts } from './confirmation/peer-verdicts.ts';
import { Peers } from './peers/peers.ts';
import { Draining } from './draining.ts';
import { JobConsumer } from './jobs/job-consumer.ts';
import { ResultPublisher } from './jobs/result-publisher.ts';
import { Canaries } from './trust/canaries.ts';
import { NetworkTrust } from './trust/network-trust.ts';
import { WorkerIdentity } from './worker-identity.ts';
import { WorkerMetrics } from './worker-metrics.ts';
import { WorkerStatus } from './worker-status.ts';
import { WorkerTools } from './worker-tools.ts';

@Module({
  controllers: [CheckController],
  providers: [
    Announcer,
    Attempts,
    Canaries,
    CheckService,
    ConfirmationServer,
    Confirmer,
    Draining,
    JobConsumer,
    NetworkTrust,
    Peers,
    PeerVerdicts,
    ResultPublisher,
    WorkerIdentity,
    WorkerMetrics,
    WorkerStatus,
    WorkerTools,
    {
      provide: CheckPlaces,
      inject: [Host, CONFIG],
      useFactory: ({ lifecycle }: Host, { concurrency, slowSharePercent }: WorkerConfig) =>
        new CheckPlaces(lifecycle, divided(concurrency, slowSharePercent)),
    },
  ],
})
export class AppModule {}
