import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { SubjectRepository } from '../alerts/subject.repository.ts';
import { MaintenanceRepository } from '../alerts/maintenance.repository.ts';
import { MonitorChangeRepository } from '../incidents/monitor-change.repository.ts';
import { MonitorCopyRepository } from '../incidents/monitor-copy.repository.ts';

const ERASE_EVERY_MS = 10_000;
const BATCH = 500;
const DAY_MS = 86_400_000;
/** JetStream keeps an event for 7 days; a later fact was parked and then replayed by an operator. */
const LATEST_FACT_DAYS = 30;
/** Alerts mention changes of 24 hours; an outage may be told late. */
const CHANGE_DAYS = 3;
/** Slow periods and expiries, with what was decided about them, are of no use after that. */
const SUBJECT_DAYS = 90;

/** Erases incidents of deleted monitors, old slow periods and expiries, and rows that only late facts could need. */
@Injectable()
export class IncidentEraser {
  constructor(
    { lifecycle }: Host,
    private readonly monitors: MonitorCopyRepository,
    private readonly subjects: SubjectRepository,
    private readonly windows: MaintenanceRepository,
    private readonly changes: MonitorChangeRepository,
  ) {
    lifecycle.loop('erasing forgotten incidents', ERASE_EVERY_MS, () => this.erase());
  }

  async erase(now = new Date()): Promise<void> {
    // Batches keep each transaction short.
    while ((await this.monitors.eraseIncidents(BATCH)) === BATCH);
    while ((await this.monitors.eraseSubjects(BATCH)) === BATCH);
    const endedBefore = new Date(now.getTime() - SUBJECT_DAYS * DAY_MS);
    while ((await this.subjects.erase(endedBefore, BATCH)) === BATCH);
    const before = new Date(now.getTime() - LATEST_FACT_DAYS * DAY_MS);
    await this.monitors.eraseTombstones(before);
    await this.windows.eraseSpans(before);
    await this.changes.erase(new Date(now.getTime() - CHANGE_DAYS * DAY_MS));
  }
}
