import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { MaintenanceWindowRepository } from './maintenance-window.repository.ts';
import { MonitorCopyRepository } from './monitor-copy.repository.ts';
import { PageVersionRepository } from './page-version.repository.ts';

const EVERY_MS = 3_600_000;

/** Removes rows that nothing can ask for any more. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: BackgroundLoop;

  constructor(
    { logger }: Host,
    versions: PageVersionRepository,
    copies: MonitorCopyRepository,
    windows: MaintenanceWindowRepository,
  ) {
    this.#loop = new BackgroundLoop('housekeeping', EVERY_MS, logger, async () => {
      await versions.tidy();
      await copies.tidy();
      await windows.tidy();
    });
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#loop.stop();
  }
}
