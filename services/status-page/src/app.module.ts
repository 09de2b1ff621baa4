import { Module } from '@nestjs/common';
import { createOutbound, Outbound } from '@vedette/outbound';
import { CONFIG, Host, loaded, parkedController, ServiceDatabase } from '@vedette/service-host';
import type { StatusPageConfig } from './config.ts';
import { CustomDomains } from './custom-domains.ts';
import { DomainKeeper } from './domain-keeper.ts';
import { DomainRepository } from './domain.repository.ts';
import { PrismaClient } from './generated/client.ts';
import { Housekeeping } from './housekeeping.ts';
import { LogoFetcher } from './logo-fetcher.ts';
import { LogoKeeper } from './logo-keeper.ts';
import { LogoRepository } from './logo.repository.ts';
import { MaintenanceWindowController } from './maintenance-window.controller.ts';
import { MaintenanceWindowRepository } from './maintenance-window.repository.ts';
import { MaintenanceWindowService } from './maintenance-window.service.ts';
import { MessageHtmlRepository } from './message-html.repository.ts';
import { MessageRenderer } from './message-renderer.ts';
import { MonitorCopyController } from './monitor-copy.controller.ts';
import { MonitorCopyRepository } from './monitor-copy.repository.ts';
import { MonitorCopyService } from './monitor-copy.service.ts';
import { MonitorDirectory } from './monitor-directory.ts';
import { MonitorReferenceRepository } from './monitor-reference.repository.ts';
import { StatusPageMutations } from './mutations.ts';
import { PagePresenter } from './page-presenter.ts';
import { PageVersionRepository } from './page-version.repository.ts';
import { ParserThread } from './parsing/parser-thread.ts';
import { Assets } from './public/assets.ts';
import { Freshness } from './public/freshness.ts';
import { PageLibrary } from './public/page-library.ts';
import { PageSourceRepository } from './public/page-source.repository.ts';
import { PageSync } from './public/page-sync.ts';
import { PublicAnswers } from './public/public-answers.ts';
import { PublicPages } from './public/public-pages.ts';
import { PublicServer } from './public/public-server.ts';
import { Snapshots } from './public/snapshots.ts';
import { UptimeReader } from './public/uptime-reader.ts';
import { ReferenceGuard } from './reference-guard.ts';
import { SERVICE_DIRECTORY } from './service-directory.ts';
import { StatusIncidentController } from './status-incident.controller.ts';
import { StatusIncidentRepository } from './status-incident.repository.ts';
import { StatusIncidentService } from './status-incident.service.ts';
import { StatusPageController } from './status-page.controller.ts';
import { StatusPageRepository } from './status-page.repository.ts';
import { StatusPageService } from './status-page.service.ts';
import { WindowClock } from './window-clock.ts';
import { WindowHistoryRepository } from './window-history.repository.ts';
import { WindowNotices } from './window-notices.ts';
import { WindowSteps } from './window-steps.ts';

@Module({
  controllers: [
    StatusPageController,
    StatusIncidentController,
    MaintenanceWindowController,
    MonitorCopyController,
    parkedController('status-page'),
  ],
  providers: [
    StatusPageService,
    StatusIncidentService,
    MaintenanceWindowService,
    MonitorCopyService,
    MonitorDirectory,
    PagePresenter,
    ReferenceGuard,
    WindowClock,
    WindowNotices,
    WindowSteps,
    CustomDomains,
    DomainKeeper,
    DomainRepository,
    Housekeeping,
    LogoFetcher,
    LogoKeeper,
    LogoRepository,
    MessageHtmlRepository,
    MessageRenderer,
    ParserThread,
    Assets,
    Freshness,
    PageLibrary,
    PageSourceRepository,
    PageSync,
    PublicAnswers,
    PublicPages,
    PublicServer,
    Snapshots,
    UptimeReader,
    MaintenanceWindowRepository,
    MonitorCopyRepository,
    MonitorReferenceRepository,
    PageVersionRepository,
    StatusIncidentRepository,
    StatusPageRepository,
    WindowHistoryRepository,
    {
      provide: ServiceDatabase,
      inject: [Host, CONFIG],
      useFactory: (host: Host, config: StatusPageConfig) => new ServiceDatabase(host, config, SERVICE_DIRECTORY),
    },
    {
      provide: Outbound,
      inject: [CONFIG],
      useFactory: ({ allowPrivateLogos, dnsServers }: StatusPageConfig) =>
        createOutbound({ allowPrivate: allowPrivateLogos, dnsServers }),
    },
    {
      provide: PrismaClient,
      inject: [ServiceDatabase],
      useFactory: ({ adapter }: ServiceDatabase) => loaded(new PrismaClient({ adapter })),
    },
    {
      provide: StatusPageMutations,
      inject: [ServiceDatabase, PrismaClient],
      useFactory: (database: ServiceDatabase, prisma: PrismaClient) => database.mutationsOf(prisma),
    },
  ],
})
export class AppModule {}
