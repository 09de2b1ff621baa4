import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
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
import { CheckRunner } from './checks/check-runner.ts';
import { CheckController } from './checks/check.controller.ts';
import { CheckService } from './checks/check.service.ts';
import { MonitorTestService } from './checks/monitor-test.service.ts';
import type { MonitorConfig } from './config.ts';
import { PrismaClient } from './generated/client.ts';
import { DeadlineWatch } from './heartbeats/deadline-watch.ts';
import { HeartbeatChanges } from './heartbeats/heartbeat-changes.ts';
import { HeartbeatRepository } from './heartbeats/heartbeat.repository.ts';
import { HeartbeatService } from './heartbeats/heartbeat.service.ts';
import { PingIntake } from './heartbeats/ping-intake.ts';
import { PingRepository } from './heartbeats/ping.repository.ts';
import { CheckHistoryRepository } from './history/check-history.repository.ts';
import { CheckWorkerRepository } from './history/check-worker.repository.ts';
import { HistoryKeeper } from './history/history-keeper.ts';
import { HistoryController } from './history/history.controller.ts';
import { HistoryService } from './history/history.service.ts';
import { LatencyRepository } from './history/latency.repository.ts';
import { PartitionRepository } from './history/partition.repository.ts';
import { RollupKeeper } from './history/rollup-keeper.ts';
import { RollupRepository } from './history/rollup.repository.ts';
import { StateKeeper } from './history/state-keeper.ts';
import { StateRepository } from './history/state.repository.ts';
import { ListController } from './list/list.controller.ts';
import { MonitorListRepository } from './list/monitor-list.repository.ts';
import { MonitorListService } from './list/monitor-list.service.ts';
import { OverviewRepository } from './list/overview.repository.ts';
import { OverviewService } from './list/overview.service.ts';
import { RecentUptimes } from './list/recent-uptimes.ts';
import { SummaryKeeper } from './list/summary-keeper.ts';
import { SummaryRepository } from './list/summary.repository.ts';
import { MonitorEraser } from './monitors/monitor-eraser.ts';
import { MonitorMoves } from './monitors/monitor-moves.ts';
import { MonitorRuntimeRepository } from './monitors/monitor-runtime.repository.ts';
import { MonitorTransition } from './monitors/monitor-transition.ts';
import { MonitorController } from './monitors/monitor.controller.ts';
import { MonitorRepository } from './monitors/monitor.repository.ts';
import { MonitorService } from './monitors/monitor.service.ts';
import { MonitorMutations } from './mutations.ts';
import { ExpiryController } from './observations/expiry.controller.ts';
import { ExpiryRepository } from './observations/expiry.repository.ts';
import { ExpiryService } from './observations/expiry.service.ts';
import { Learning } from './observations/learning.ts';
import { ObservationRepository } from './observations/observation.repository.ts';
import { MonitorOrganizationData } from './organization-data.repository.ts';
import { OtherServices } from './outages/other-services.ts';
import { OutageTeller } from './outages/outage-teller.ts';
import { OutageRepository } from './outages/outage.repository.ts';
import { HeartbeatListener } from './pings/heartbeat-listener.ts';
import { ReplayController } from './replay/replay.controller.ts';
import { ReplayService } from './replay/replay.service.ts';
import { ResultConsumer } from './results/result-consumer.ts';
import { ResultIntake } from './results/result-intake.ts';
import { ResultMetrics } from './results/result-metrics.ts';
import { ResultParking } from './results/result-parking.ts';
import { ResultRepository } from './results/result.repository.ts';
import { ResultService } from './results/result.service.ts';
import { StateChanges } from './results/state-changes.ts';
import { CheckHandout } from './schedule/check-handout.ts';
import { Claims } from './schedule/claims.ts';
import { JobMaker } from './schedule/job-maker.ts';
import { JobPublisher } from './schedule/job-publisher.ts';
import { LostJobs } from './schedule/lost-jobs.ts';
import { ScheduleMetrics } from './schedule/schedule-metrics.ts';
import { ScheduleRepository } from './schedule/schedule.repository.ts';
import { Scheduler } from './schedule/scheduler.ts';
import { SlowLaneWatch } from './schedule/slow-lane-watch.ts';
import { WorkerPlaces } from './schedule/worker-places.ts';
import { EventSequenceRepository } from './states/event-sequence.repository.ts';
import { MonitorEvents } from './states/monitor-events.ts';
import { StateRecordRepository } from './states/state-record.repository.ts';
import { MaintenanceTimes } from './uptime/maintenance-times.ts';
import { ObservedTimes } from './uptime/observed-times.ts';
import { UptimeController } from './uptime/uptime.controller.ts';
import { UptimeRepository } from './uptime/uptime.repository.ts';
import { UptimeService } from './uptime/uptime.service.ts';
import { MonitorSecrets } from './views/monitor-secrets.ts';
import { MonitorViewRepository } from './views/monitor-view.repository.ts';

/** The directory of the manifest and the migrations. The path is the same from the source and from the build. */
const SERVICE_DIRECTORY = fileURLToPath(new URL('..', import.meta.url));

const SECRETS = { table: 'monitor.monitor', column: 'sealed', idColumn: 'id', contextColumn: 'id' };

const schedule = [
  Scheduler,
  CheckHandout,
  Claims,
  LostJobs,
  JobMaker,
  JobPublisher,
  WorkerPlaces,
  SlowLaneWatch,
  ScheduleRepository,
  ScheduleMetrics,
];
const results = [
  ResultConsumer,
  ResultIntake,
  ResultParking,
  ResultService,
  ResultRepository,
  ResultMetrics,
  StateChanges,
  StateRecordRepository,
  OutageRepository,
  OutageTeller,
  Learning,
  ObservationRepository,
  ExpiryService,
  ExpiryRepository,
];
const checks = [CheckService, CheckRunner, MonitorTestService];
const heartbeats = [
  HeartbeatListener,
  PingIntake,
  PingRepository,
  DeadlineWatch,
  HeartbeatService,
  HeartbeatChanges,
  HeartbeatRepository,
];
const uptime = [UptimeService, ObservedTimes, MaintenanceTimes, UptimeRepository];
const history = [
  HistoryService,
  CheckHistoryRepository,
  LatencyRepository,
  HistoryKeeper,
  PartitionRepository,
  CheckWorkerRepository,
  RollupKeeper,
  RollupRepository,
  StateKeeper,
  StateRepository,
];

const list = [
  MonitorListService,
  MonitorListRepository,
  OverviewService,
  OverviewRepository,
  SummaryKeeper,
  SummaryRepository,
  RecentUptimes,
];

@Module({
  controllers: [
    MonitorController,
    CheckController,
    ExpiryController,
    HistoryController,
    ListController,
    ReplayController,
    UptimeController,
    erasureController('monitor'),
    parkedController('monitor'),
  ],
  providers: [
    { provide: OrganizationData, useClass: MonitorOrganizationData },
    MonitorService,
    MonitorRepository,
    MonitorViewRepository,
    MonitorRuntimeRepository,
    MonitorSecrets,
    MonitorTransition,
    EventSequenceRepository,
    MonitorEvents,
    MonitorMoves,
    MonitorEraser,
    OtherServices,
    ...schedule,
    ...results,
    ...checks,
    ...heartbeats,
    ...uptime,
    ...history,
    ...list,
    ReplayService,
    {
      provide: ServiceDatabase,
      inject: [Host, CONFIG],
      useFactory: (host: Host, config: MonitorConfig) => new ServiceDatabase(host, config, SERVICE_DIRECTORY),
    },
    {
      provide: PrismaClient,
      inject: [ServiceDatabase],
      useFactory: ({ adapter }: ServiceDatabase) => loaded(new PrismaClient({ adapter })),
    },
    {
      provide: MonitorMutations,
      inject: [ServiceDatabase],
      useFactory: ({ preparedMutations }: ServiceDatabase) => preparedMutations,
    },
    {
      provide: SecretBox,
      inject: [CONFIG],
      useFactory: (config: MonitorConfig) => new SecretBox(config.secretKey, config.previousSecretKey),
    },
    {
      provide: Resealing,
      inject: [Host, SecretBox, ServiceDatabase],
      useFactory: (host: Host, box: SecretBox, { pool }: ServiceDatabase) =>
        new Resealing({ host, box, column: new SealedColumn(pool, SECRETS), secrets: 'monitor secrets' }),
    },
  ],
})
export class AppModule {}
