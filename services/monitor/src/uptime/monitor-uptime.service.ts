import { Injectable } from '@nestjs/common';
import { ApiError, type MonitorUptimeReport, type QueryOf, type ResponseOf } from '@vedette/contract';
import type { RpcContext } from '@vedette/messaging';
import { cursorAfter, pageBefore } from '../history/history-cursor.ts';
import { rangeOf, sinceCreation, type HistoryRange, type RangeQuery } from '../history/history-range.ts';
import { observationGap } from '../states/observation-gap.ts';
import { currentRecord } from './current-record.ts';
import { MaintenanceTimes } from './maintenance-times.ts';
import { statePage } from './state-spans.ts';
import { reportedPeriods, uptimeReport } from './uptime-report.ts';
import { UptimeRepository, type ObservedMonitor } from './uptime.repository.ts';
import { segmentsOf } from './uptime.ts';

const DEFAULT_DAYS = 30;

/** Answers for how long one monitor was up, and in which states it was. */
@Injectable()
export class MonitorUptimeService {
  constructor(
    private readonly repository: UptimeRepository,
    private readonly maintenance: MaintenanceTimes,
  ) {}

  async uptime(
    context: RpcContext,
    monitorId: string,
    query: QueryOf<'getUptime'>,
    now = new Date(),
  ): Promise<MonitorUptimeReport> {
    const wanted = rangeIn(query, now);
    const monitor = await this.#find(context.organizationId, monitorId);
    const range = sinceCreation(wanted, monitor.createdAt);
    const [records, deafness] = await Promise.all([
      this.repository.records([monitorId], range),
      monitor.type === 'CRON' ? this.repository.deafness(range) : [],
    ]);
    const record = currentRecord(monitor, records.get(monitorId) ?? [], now);
    const periods = reportedPeriods(record, range);
    const observed = { id: monitorId, segments: segmentsOf(record, deafness, now), periods };
    const sums = await this.maintenance.sums([observed], range, context.organizationId, context.request);
    return uptimeReport(record, sums.get(monitorId) ?? [], range);
  }

  async states(
    { organizationId }: RpcContext,
    monitorId: string,
    query: QueryOf<'listStates'>,
    now = new Date(),
  ): Promise<ResponseOf<'listStates'>> {
    const { from, to } = rangeIn(query, now);
    const page = pageBefore(query.cursor, 'states', monitorId, to);
    if (page.kind === 'refused') throw ApiError.validation(page.faults);
    const monitor = await this.#find(organizationId, monitorId);
    const recorded = await this.repository.spans(monitorId, { from, to: page.at }, query.limit + 1);
    const { shown, next } = statePage(recorded, observationGap(monitor, now), page.at, query.limit);
    return { data: [...shown], nextCursor: next && cursorAfter('states', monitorId, next) };
  }

  async #find(organizationId: string, monitorId: string): Promise<ObservedMonitor> {
    const [monitor] = await this.repository.monitors(organizationId, [monitorId]);
    if (monitor === undefined) throw ApiError.notFound('monitor', monitorId);
    return monitor;
  }
}

function rangeIn(query: RangeQuery, now: Date): HistoryRange {
  const decision = rangeOf(query, DEFAULT_DAYS, now);
  if (decision.kind === 'refused') throw ApiError.validation(decision.faults);
  return decision.range;
}
