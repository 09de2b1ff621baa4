import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { MaintenanceRepository } from './maintenance/maintenance.repository.ts';
import { MonitorCopyRepository } from './monitor-copy.repository.ts';

const ERASE_EVERY_MS = 10_000;
const BATCH = 500;
const DAY_MS = 86_400_000;
/** JetStream keeps an event for 7 days; what comes later than that was parked and is sent again by hand. */
const LATEST_FACT_DAYS = 30;

/** Removes incidents of deleted monitors, and what only late facts could still need, from the tables. */
@Injectable()
export class IncidentEraser {
  constructor(
    { lifecycle }: Host,
    private readonly monitors: MonitorCopyRepository,
    private readonly windows: MaintenanceRepository,
  ) {
    lifecycle.loop('erasing forgotten incidents', ERASE_EVERY_MS, () => this.erase());
  }

  async erase(now = new Date()): Promise<void> {
    // One batch after the other keeps each transaction short.
    while ((await this.monitors.eraseIncidents(BATCH)) === BATCH);
    const before = new Date(now.getTime() - LATEST_FACT_DAYS * DAY_MS);
    await this.monitors.eraseTombstones(before);
    await this.windows.eraseSpans(before);
  }
}
