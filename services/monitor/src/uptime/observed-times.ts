import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@vedette/contract';
import { currentRecord, type RecordedState } from '../states/state-record.ts';
import { MaintenanceTimes } from './maintenance-times.ts';
import { UptimeRepository, type ObservedMonitor } from './uptime.repository.ts';
import { segmentsOf, type Span, type Sums } from './uptime.ts';

/** What is asked of monitors. */
export interface Question {
  readonly monitors: readonly ObservedMonitor[];
  /** All of the periods lie in it. */
  readonly range: Span;
  readonly periodsOf: (monitor: ObservedMonitor, record: readonly RecordedState[]) => readonly Span[];
  readonly now: Date;
  /** Whose windows are brought up to date first; null: monitors of any organizations. */
  readonly organizationId: string | null;
  readonly cause?: Pick<RequestContext, 'requestId' | 'deadlineAt'>;
}

export interface ObservedTime {
  readonly monitor: ObservedMonitor;
  /** The states of the range, oldest first. */
  readonly record: readonly RecordedState[];
  /** What was observed in each of its periods. */
  readonly sums: readonly Sums[];
}

/** Sums up what was observed of monitors. Every figure of uptime is made of this. */
@Injectable()
export class ObservedTimes {
  constructor(
    private readonly repository: UptimeRepository,
    private readonly maintenance: MaintenanceTimes,
  ) {}

  async of({ monitors, range, periodsOf, now, organizationId, cause }: Question): Promise<ObservedTime[]> {
    const ids = monitors.map(({ id }) => id);
    const [records, deafness] = await Promise.all([
      this.repository.records(ids, range),
      monitors.some(({ type }) => type === 'CRON') ? this.repository.deafness(range) : [],
    ]);
    const observed = monitors.map((monitor) => {
      const record = currentRecord(monitor, records.get(monitor.id) ?? [], now);
      const segments = segmentsOf(record, monitor.type === 'CRON' ? deafness : [], now);
      return { id: monitor.id, monitor, record, segments, periods: periodsOf(monitor, record) };
    });
    const sums = await this.maintenance.sums(observed, range, organizationId, cause);
    return observed.map(({ id, monitor, record }) => ({ monitor, record, sums: sums.get(id) ?? [] }));
  }
}
