import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { MonitorCopyRepository } from './monitor-copy.repository.ts';
import { PageVersionRepository } from './page-version.repository.ts';
import { WindowHistoryRepository } from './window-history.repository.ts';

const EVERY_MS = 3_600_000;

/** Removes rows that nothing can ask for any more. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: BackgroundLoop;

  constructor(
    { logger }: Host,
    versions: PageVersionRepository,
    copies: MonitorCopyRepository,
    history: WindowHistoryRepository,
  ) {
    this.#loop = new BackgroundLoop('housekeeping', EVERY_MS, logger, async () => {
      await versions.tidy();
      await copies.tidy();
      await history.tidy();
    });
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#loop.stop();
  }
}
