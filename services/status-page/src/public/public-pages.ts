import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { Freshness } from './freshness.ts';
import { PageLibrary } from './page-library.ts';
import { PageSync } from './page-sync.ts';
import { PublicServer } from './public-server.ts';

/** The public side of the service: it is there before the stores are, and stays when they go. */
@Injectable()
export class PublicPages implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly sync: PageSync,
    private readonly server: PublicServer,
    private readonly host: Host,
    library: PageLibrary,
    freshness: Freshness,
  ) {
    host.metrics.observedGauge('public_pages', 'Published pages in memory', () => library.size);
    host.metrics.observedGauge('public_data_age_seconds', 'Age of what the public pages show', () => {
      const { confirmedAt } = freshness;
      return confirmedAt === undefined ? 0 : (Date.now() - confirmedAt) / 1_000;
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.sync.start();
    const port = await this.server.listen();
    this.host.logger.info({ port }, 'the public pages are served');
  }

  async onModuleDestroy(): Promise<void> {
    await this.server.close();
    await this.sync.stop();
  }
}
