import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { MonitorRepository } from './monitor.repository.ts';
import { MonitorService } from './monitor.service.ts';

const ERASE_EVERY_MS = 10_000;
const BATCH = 500;
/** Each monitor may have a month of checks. */
const ERASED_AT_ONCE = 10;
/** Longer than any delete request can still be running. */
const ABANDONED_AFTER_MS = 60_000;

/** Removes deleted monitors from the tables, in the background and in batches. */
@Injectable()
export class MonitorEraser {
  constructor(
    private readonly host: Host,
    private readonly monitors: MonitorRepository,
    private readonly service: MonitorService,
  ) {
    host.lifecycle.loop('erasing deleted monitors', ERASE_EVERY_MS, () => this.eraseDeleted());
  }

  async eraseDeleted(now = new Date()): Promise<void> {
    const abandoned = await this.monitors.unreleased(new Date(now.getTime() - ABANDONED_AFTER_MS), BATCH);
    for (const { id, organizationId } of abandoned) {
      try {
        await this.service.finishDeletion(organizationId, id);
      } catch (error) {
        // The other deletions can still be finished.
        this.host.logger.warn({ error, monitorId: id }, 'a deletion could not be finished; it goes on');
      }
    }
    while ((await this.monitors.erase(ERASED_AT_ONCE)) === ERASED_AT_ONCE);
  }
}
