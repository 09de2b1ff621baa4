import { Module } from '@nestjs/common';
import { CONFIG, Host, ServiceDatabase } from '@vedette/service-host';
import { fileURLToPath } from 'node:url';
import type { StatusPageConfig } from './config.ts';
import { PrismaClient } from './generated/client.ts';
import { MaintenanceWindowController } from './maintenance-window.controller.ts';
import { MaintenanceWindowRepository } from './maintenance-window.repository.ts';
import { MaintenanceWindowService } from './maintenance-window.service.ts';
import { MonitorCopyController } from './monitor-copy.controller.ts';
import { MonitorCopyRepository } from './monitor-copy.repository.ts';
import { MonitorCopyService } from './monitor-copy.service.ts';
import { MonitorDirectory } from './monitor-directory.ts';
import { MonitorReferenceRepository } from './monitor-reference.repository.ts';
import { Mutations } from './mutations.ts';
import { PagePresenter } from './page-presenter.ts';
import { PageVersionRepository } from './page-version.repository.ts';
import { ReferenceGuard } from './reference-guard.ts';
import { StatusIncidentController } from './status-incident.controller.ts';
import { StatusIncidentRepository } from './status-incident.repository.ts';
import { StatusIncidentService } from './status-incident.service.ts';
import { StatusPageController } from './status-page.controller.ts';
import { StatusPageRepository } from './status-page.repository.ts';
import { StatusPageService } from './status-page.service.ts';
import { TransactionRepository } from './transaction.repository.ts';
import { WindowClock } from './window-clock.ts';
import { WindowSteps } from './window-steps.ts';

/** Where the manifest, the migrations and the assets are, seen from the source and from the build alike. */
const SERVICE_DIRECTORY = fileURLToPath(new URL('..', import.meta.url));

@Module({
  controllers: [StatusPageController, StatusIncidentController, MaintenanceWindowController, MonitorCopyController],
  providers: [
    StatusPageService,
    StatusIncidentService,
    MaintenanceWindowService,
    MonitorCopyService,
    Mutations,
    MonitorDirectory,
    PagePresenter,
    ReferenceGuard,
    WindowClock,
    WindowSteps,
    MaintenanceWindowRepository,
    MonitorCopyRepository,
    MonitorReferenceRepository,
    PageVersionRepository,
    StatusIncidentRepository,
    StatusPageRepository,
    TransactionRepository,
    {
      provide: ServiceDatabase,
      inject: [Host, CONFIG],
      useFactory: (host: Host, config: StatusPageConfig) => new ServiceDatabase(host, config, SERVICE_DIRECTORY),
    },
    {
      provide: PrismaClient,
      inject: [ServiceDatabase],
      useFactory: (database: ServiceDatabase) => new PrismaClient({ adapter: database.adapter }),
    },
  ],
})
export class AppModule {}
