import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { Freshness } from '../sync/freshness.ts';
import { PageLibrary } from '../sync/page-library.ts';
import { PageSync } from '../sync/page-sync.ts';
import { PublicServer } from './public-server.ts';

/** The public part of the service: it starts before the stores are reachable and keeps serving when they fail. */
@Injectable()
export class PublicPages {
  constructor(
    { lifecycle, metrics }: Host,
    sync: PageSync,
    server: PublicServer,
    library: PageLibrary,
    freshness: Freshness,
  ) {
    lifecycle.add('loops', sync);
    lifecycle.add('entrances', server);
    metrics.observedGauge('public_pages', 'Published pages in memory', () => library.size);
    metrics.observedGauge('public_data_age_seconds', 'Age of what the public pages show', () => {
      const { confirmedAt } = freshness;
      return confirmedAt === undefined ? 0 : (Date.now() - confirmedAt) / 1_000;
    });
  }
}
