import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { createOutbound, Outbound } from '@vedette/outbound';
import { Resealing, SealedColumn, SecretBox } from '@vedette/sealing';
import {
  CONFIG,
  erasureController,
  Host,
  loaded,
  OrganizationData,
  parkedController,
  ServiceDatabase,
} from '@vedette/service-host';
import { AttemptSender } from './attempts/attempt-sender.ts';
import { AttemptRepository } from './attempts/attempt.repository.ts';
import type { WebhookConfig } from './config.ts';
import { DeliveryController } from './deliveries/delivery.controller.ts';
import { DeliveryRepository } from './deliveries/delivery.repository.ts';
import { DeliveryService } from './deliveries/delivery.service.ts';
import { AttemptParking } from './dispatch/attempt-parking.ts';
import { AttemptRecorder } from './dispatch/attempt-recorder.ts';
import { DispatchRepository } from './queue/dispatch.repository.ts';
import { Dispatcher } from './dispatch/dispatcher.ts';
import { EndpointRunners } from './dispatch/endpoint-runners.ts';
import { DueSignal } from './queue/due-signal.ts';
import { EventFanOut } from './events/event-fan-out.ts';
import { FanOutRepository } from './events/fan-out.repository.ts';
import { EventLogController } from './log/event-log.controller.ts';
import { EventLogRepository } from './log/event-log.repository.ts';
import { FailedRetries } from './deliveries/failed-retries.ts';
import { FailedRetryRepository } from './deliveries/failed-retry.repository.ts';
import { FeedSignal } from './log/feed-signal.ts';
import { EventLogService } from './log/event-log.service.ts';
import { MaskedEvents } from './log/masked-events.ts';
import { PendingDeliveries } from './queue/pending-deliveries.ts';
import { ScheduledAttempt } from './dispatch/scheduled-attempt.ts';
import { EndpointAddress } from './endpoints/endpoint-address.ts';
import { EndpointDisabling } from './endpoints/endpoint-disabling.ts';
import { EndpointController } from './endpoints/endpoint.controller.ts';
import { EndpointRepository } from './endpoints/endpoint.repository.ts';
import { EndpointService } from './endpoints/endpoint.service.ts';
import { PrismaClient } from './generated/client.ts';
import { InterruptedTests } from './deliveries/interrupted-tests.ts';
import { ManualAttempt } from './deliveries/manual-attempt.ts';
import { ManualAttemptRecords } from './deliveries/manual-attempt-records.ts';
import { ManualAttemptService } from './deliveries/manual-attempt.service.ts';
import { RetentionRepository } from './deliveries/retention.repository.ts';
import { Retention } from './deliveries/retention.ts';
import { WebhookMutations } from './mutations.ts';
import { WebhookOrganizationData } from './organization-data.repository.ts';
import { SigningKeys } from './signing/signing-keys.ts';
import { WebhookMetrics } from './webhook-metrics.ts';

/** The directory of the manifest and the migrations; the path is the same from the source and from the build. */
const SERVICE_DIRECTORY = fileURLToPath(new URL('..', import.meta.url));

const SECRETS = {
  table: 'webhook_dispatcher.endpoint_secret',
  column: 'sealed',
  idColumn: 'id',
  contextColumn: 'endpoint_id',
};

@Module({
  controllers: [
    EndpointController,
    DeliveryController,
    EventLogController,
    erasureController('webhook-dispatcher'),
    parkedController('webhook-dispatcher'),
  ],
  providers: [
    { provide: OrganizationData, useClass: WebhookOrganizationData },
    EndpointService,
    EndpointRepository,
    EndpointAddress,
    EndpointDisabling,
    DeliveryService,
    DeliveryRepository,
    FailedRetries,
    FailedRetryRepository,
    ManualAttempt,
    ManualAttemptRecords,
    ManualAttemptService,
    InterruptedTests,
    AttemptSender,
    AttemptRepository,
    AttemptParking,
    AttemptRecorder,
    ScheduledAttempt,
    EventLogService,
    EventLogRepository,
    FeedSignal,
    MaskedEvents,
    FanOutRepository,
    EventFanOut,
    DispatchRepository,
    PendingDeliveries,
    EndpointRunners,
    Dispatcher,
    DueSignal,
    SigningKeys,
    WebhookMetrics,
    Retention,
    RetentionRepository,
    {
      provide: ServiceDatabase,
      inject: [Host, CONFIG],
      useFactory: (host: Host, config: WebhookConfig) =>
        new ServiceDatabase(host, config, SERVICE_DIRECTORY, { avoidsScans: true }),
    },
    {
      provide: PrismaClient,
      inject: [ServiceDatabase],
      useFactory: ({ adapter }: ServiceDatabase) => loaded(new PrismaClient({ adapter })),
    },
    {
      provide: WebhookMutations,
      inject: [ServiceDatabase, PrismaClient],
      useFactory: (database: ServiceDatabase, prisma: PrismaClient) => database.mutationsOf(prisma),
    },
    {
      provide: SecretBox,
      inject: [CONFIG],
      useFactory: (config: WebhookConfig) => new SecretBox(config.secretKey, config.previousSecretKey),
    },
    {
      provide: Resealing,
      inject: [Host, SecretBox, ServiceDatabase],
      useFactory: (host: Host, box: SecretBox, { pool }: ServiceDatabase) =>
        new Resealing({ host, box, column: new SealedColumn(pool, SECRETS), secrets: 'webhook secrets' }),
    },
    {
      provide: Outbound,
      inject: [CONFIG],
      useFactory: ({ allowPrivateTargets, dnsServers }: WebhookConfig) =>
        createOutbound({ allowPrivate: allowPrivateTargets, dnsServers }),
    },
  ],
})
export class AppModule {}
