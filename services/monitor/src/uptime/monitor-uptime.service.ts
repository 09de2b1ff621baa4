import { Injectable } from '@nestjs/common';
import { ApiError, internal, type MonitorUptimeReport, type QueryOf, type ResponseOf } from '@vedette/contract';
import type { RpcContext } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { cursorAfter, pageBefore } from '../history/history-cursor.ts';
import { rangeOf, sinceCreation, type HistoryRange, type RangeQuery } from '../history/history-range.ts';
import { observationGap } from '../states/observation-gap.ts';
import { currentRecord } from './current-record.ts';
import { statePage } from './state-spans.ts';
import { uptimeReport } from './uptime-report.ts';
import { UptimeRepository, type ObservedMonitor } from './uptime.repository.ts';
import { segmentsOf } from './uptime.ts';

const DEFAULT_DAYS = 30;

/** Answers for how long one monitor was up, and in which states it was. */
@Injectable()
export class MonitorUptimeService {
  constructor(
    private readonly host: Host,
    private readonly repository: UptimeRepository,
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
    const [records, deafness, { spans }] = await Promise.all([
      this.repository.records([monitorId], range),
      monitor.type === 'CRON' ? this.repository.deafness(range) : [],
      this.host.rpc.ask(
        internal.listMaintenanceSpans,
        {
          organizationId: context.organizationId,
          monitorIds: [monitorId],
          from: range.from.toISOString(),
          to: range.to.toISOString(),
        },
        context.request,
      ),
    ]);
    const record = currentRecord(monitor, records.get(monitorId) ?? [], now);
    const maintenance = spans.map(({ startsAt, endsAt }) => ({ from: new Date(startsAt), to: new Date(endsAt) }));
    return uptimeReport(record, segmentsOf(record, maintenance, deafness, now), range);
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
