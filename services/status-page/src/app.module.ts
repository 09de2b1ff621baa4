import { Module } from '@nestjs/common';
import { createOutbound, Outbound } from '@vedette/outbound';
import {
  CONFIG,
  erasureController,
  Host,
  loaded,
  OrganizationData,
  parkedController,
  ServiceDatabase,
} from '@vedette/service-host';
import type { StatusPageConfig } from './config.ts';
import { CertificateGrantRepository } from './domains/certificate-grant.repository.ts';
import { CustomDomains } from './domains/custom-domains.ts';
import { DomainKeeper } from './domains/domain-keeper.ts';
import { DomainRepository } from './domains/domain.repository.ts';
import { PrismaClient } from './generated/client.ts';
import { Housekeeping } from './housekeeping.ts';
import { LogoFetcher } from './logos/logo-fetcher.ts';
import { LogoKeeper } from './logos/logo-keeper.ts';
import { LogoRepository } from './logos/logo.repository.ts';
import { MaintenanceMerger } from './windows/maintenance-merger.ts';
import { MaintenanceWindowController } from './windows/maintenance-window.controller.ts';
import { MaintenanceWindowRepository } from './windows/maintenance-window.repository.ts';
import { MaintenanceWindowService } from './windows/maintenance-window.service.ts';
import { MessageHtmlRepository } from './incidents/message-html.repository.ts';
import { MessageRenderer } from './incidents/message-renderer.ts';
import { MonitorCopyController } from './monitors/monitor-copy.controller.ts';
import { MonitorCopyRepository } from './monitors/monitor-copy.repository.ts';
import { MonitorCopyService } from './monitors/monitor-copy.service.ts';
import { MonitorDirectory } from './monitors/monitor-directory.ts';
import { ReferenceRepository } from './monitors/reference.repository.ts';
import { StatusPageMutations } from './mutations.ts';
import { StatusPageOrganizationData } from './organization-data.repository.ts';
import { StatusPagePresenter } from './pages/status-page-presenter.ts';
import { PageSignal } from './page-signal.ts';
import { PageVersionRepository } from './page-version.repository.ts';
import { ParserThread } from './parsing/parser-thread.ts';
import { PreviewController } from './previews/preview.controller.ts';
import { PreviewReader } from './previews/preview-reader.ts';
import { PreviewSource } from './previews/preview-source.ts';
import { PreviewRepository } from './previews/preview.repository.ts';
import { PreviewService } from './previews/preview.service.ts';
import { Assets } from './render/assets.ts';
import { Freshness } from './sync/freshness.ts';
import { PageLibrary } from './sync/page-library.ts';
import { PageLoader } from './sync/page-loader.ts';
import { PageSourceRepository } from './sync/page-source.repository.ts';
import { PageSync } from './sync/page-sync.ts';
import { CertificateAsks } from './serve/certificate-asks.ts';
import { PublicAnswers } from './serve/public-answers.ts';
import { PublicPages } from './serve/public-pages.ts';
import { PublicServer } from './serve/public-server.ts';
import { Snapshots } from './sync/snapshots.ts';
import { PageUptimes } from './sync/page-uptimes.ts';
import { UptimeReader } from './sync/uptime-reader.ts';
import { ReferenceGuard } from './monitors/reference-guard.ts';
import { SERVICE_DIRECTORY } from './service-directory.ts';
import { StatusIncidentController } from './incidents/status-incident.controller.ts';
import { StatusIncidentRepository } from './incidents/status-incident.repository.ts';
import { StatusIncidentService } from './incidents/status-incident.service.ts';
import { StatusPageController } from './pages/status-page.controller.ts';
import { StatusPageRepository } from './pages/status-page.repository.ts';
import { StatusPageService } from './pages/status-page.service.ts';
import { MaintenanceWindowClock } from './windows/maintenance-window-clock.ts';
import { MaintenanceWindowHistoryRepository } from './windows/maintenance-window-history.repository.ts';
import { MaintenanceWindowNotices } from './windows/maintenance-window-notices.ts';
import { MaintenanceWindowSteps } from './windows/maintenance-window-steps.ts';

@Module({
  controllers: [
    StatusPageController,
    StatusIncidentController,
    MaintenanceWindowController,
    MonitorCopyController,
    PreviewController,
    erasureController('status-page'),
    parkedController('status-page'),
  ],
  providers: [
    { provide: OrganizationData, useClass: StatusPageOrganizationData },
    StatusPageService,
    StatusIncidentService,
    MaintenanceWindowService,
    MonitorCopyService,
    MonitorDirectory,
    StatusPagePresenter,
    ReferenceGuard,
    MaintenanceMerger,
    MaintenanceWindowClock,
    MaintenanceWindowNotices,
    MaintenanceWindowSteps,
    CertificateAsks,
    CertificateGrantRepository,
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
    PreviewReader,
    PreviewRepository,
    PreviewService,
    PreviewSource,
    Assets,
    Freshness,
    PageLibrary,
    PageLoader,
    PageSourceRepository,
    PageSync,
    PublicAnswers,
    PublicPages,
    PublicServer,
    Snapshots,
    UptimeReader,
    PageUptimes,
    MaintenanceWindowRepository,
    MonitorCopyRepository,
    ReferenceRepository,
    PageSignal,
    PageVersionRepository,
    StatusIncidentRepository,
    StatusPageRepository,
    MaintenanceWindowHistoryRepository,
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
