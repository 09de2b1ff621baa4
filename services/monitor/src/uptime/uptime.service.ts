import { Injectable } from '@nestjs/common';
import {
  ApiError,
  type MonitorUptimeReport,
  type QueryOf,
  type RequestContext,
  type ResponseOf,
  type UptimeAnswer,
  type UptimeQuery,
} from '@vedette/contract';
import type { RpcContext } from '@vedette/messaging';
import { cursorAfter, pageBefore } from '../history/history-cursor.ts';
import { rangeOf, sinceCreation, type HistoryRange, type RangeQuery } from '../history/history-range.ts';
import { observationGap } from '../states/observation-gap.ts';
import { currentRecord, type RecordedState } from '../states/state-record.ts';
import { askedRange, lastDays } from './local-days.ts';
import { ObservedTimes } from './observed-times.ts';
import { statePage } from './state-spans.ts';
import { daysWithin, pageUptime, reportedPeriods, uptimeReport } from './uptime-report.ts';
import { UptimeRepository, type ObservedMonitor } from './uptime.repository.ts';
import type { Span } from './uptime.ts';

const DEFAULT_DAYS = 30;

/** Answers for how long monitors were up, and in which states they were. */
@Injectable()
export class UptimeService {
  constructor(
    private readonly repository: UptimeRepository,
    private readonly observed: ObservedTimes,
  ) {}

  async uptimeOf(
    { organizationId, request }: RpcContext,
    monitorId: string,
    query: QueryOf<'getUptime'>,
    now = new Date(),
  ): Promise<MonitorUptimeReport> {
    const asked = askedRange(query, DEFAULT_DAYS, now);
    if (asked.kind === 'refused') throw ApiError.validation(asked.faults);
    const monitor = await this.#find(organizationId, monitorId);
    const range = sinceCreation(asked.range, monitor.createdAt);
    const days = asked.days && daysWithin(asked.days, range);
    const [time] = await this.observed.of({
      monitors: [monitor],
      range,
      periodsOf: (_, record) => reportedPeriods(record, range, days ?? []),
      now,
      organizationId,
      cause: request,
    });
    return uptimeReport(time?.record ?? [], time?.sums ?? [], range, days);
  }

  /** For status pages. */
  async uptimes(query: UptimeQuery, cause: RequestContext, now = new Date()): Promise<UptimeAnswer> {
    const days = lastDays(query.days, now, query.timezone);
    const range = { from: days[0]?.from ?? now, to: now };
    const daysOf = ({ createdAt }: ObservedMonitor) => daysWithin(days, sinceCreation(range, createdAt));
    const times = await this.observed.of({
      monitors: await this.repository.ownedMonitors(query.monitors),
      range,
      periodsOf: (monitor) => [sinceCreation(range, monitor.createdAt), ...daysOf(monitor)],
      now,
      organizationId: null,
      cause,
    });
    return {
      at: now.toISOString(),
      firstDate: days[0]?.date ?? '',
      monitors: times.map(({ monitor, sums }) => pageUptime(monitor.id, sums, daysOf(monitor), days.length)),
    };
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

  /** The states of a monitor from the beginning of the period on, oldest first. */
  async recordOf(organizationId: string, monitorId: string, period: Span, now: Date): Promise<RecordedState[]> {
    const [monitor] = await this.repository.monitors(organizationId, [monitorId]);
    if (monitor === undefined) return [];
    const records = await this.repository.records([monitorId], period);
    return currentRecord(monitor, records.get(monitorId) ?? [], now);
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
