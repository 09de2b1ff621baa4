import { Injectable } from '@nestjs/common';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { OtherServices } from './other-services.ts';
import { OutageRepository } from './outage.repository.ts';

const TELL_EVERY_MS = 1_000;
const BATCH = 100;

/** Tells the incident service about changes of an outage's cause, for which there is no event. */
@Injectable()
export class OutageTeller {
  constructor(
    private readonly host: Host,
    private readonly database: ServiceDatabase,
    private readonly outages: OutageRepository,
    private readonly otherServices: OtherServices,
  ) {
    host.lifecycle.loop('telling of outages', TELL_EVERY_MS, () => this.#tell());
  }

  async #tell(): Promise<void> {
    if (!this.host.link.isConnected) return;
    const untold = await this.outages.untold(this.database.sql, BATCH);
    const outcomes = await Promise.allSettled(untold.map((monitorId) => this.otherServices.showOutage(monitorId)));
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') continue;
      // The other outages are told without delay.
      this.host.logger.warn(
        { error: outcome.reason, monitorId: untold[index] },
        'an outage could not be told; it goes on',
      );
    }
  }
}
