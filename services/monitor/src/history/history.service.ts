import { Inject, Injectable } from '@nestjs/common';
import { ApiError, MAX_HISTORY_DAYS, type MonitorLatency, type QueryOf, type ResponseOf } from '@vedette/contract';
import { CONFIG } from '@vedette/service-host';
import type { MonitorConfig } from '../config.ts';
import { CheckHistoryRepository, type HistoryMonitor } from './check-history.repository.ts';
import { checkView } from './check-view.ts';
import { cursorAfter, pageBefore } from './history-cursor.ts';
import { rangeOf } from './history-range.ts';
import { sourcesOf } from './latency-sources.ts';
import { stepsOf } from './latency-steps.ts';
import { latencyView } from './latency-view.ts';
import { LatencyRepository } from './latency.repository.ts';
import { partitionAt, startOf } from './history-partitions.ts';

const DAY_MS = 86_400_000;

/** Answers what a monitor's checks found, and how long they took. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly checks: CheckHistoryRepository,
    private readonly latencies: LatencyRepository,
    @Inject(CONFIG) private readonly config: MonitorConfig,
  ) {}

  async list(
    organizationId: string,
    monitorId: string,
    query: QueryOf<'listChecks'>,
    now = new Date(),
  ): Promise<ResponseOf<'listChecks'>> {
    const decision = rangeOf(query, MAX_HISTORY_DAYS, now);
    if (decision.kind === 'refused') throw ApiError.validation(decision.faults);
    const { from, to } = decision.range;
    const page = pageBefore(query.cursor, 'checks', monitorId, to);
    if (page.kind === 'refused') throw ApiError.validation(page.faults);
    const monitor = await this.#find(organizationId, monitorId);
    const { checks, next } = await this.checks.page(monitor, { from, to: page.at }, query, query.limit);
    return { data: checks.map(checkView), nextCursor: next && cursorAfter('checks', monitorId, next) };
  }

  async latency(
    organizationId: string,
    monitorId: string,
    { step, region, ...query }: QueryOf<'getLatency'>,
    now = new Date(),
  ): Promise<MonitorLatency> {
    const decision = rangeOf(query, 1, now);
    if (decision.kind === 'refused') throw ApiError.validation(decision.faults);
    const keptFrom = startOf(partitionAt(new Date(now.getTime() - this.config.historyDays * DAY_MS), 'day'));
    const stepped = stepsOf(decision.range, step, keptFrom);
    if (stepped.kind === 'refused') throw ApiError.validation(stepped.faults);
    const { number } = await this.#find(organizationId, monitorId);
    const { seconds } = stepped.steps;
    const parts = await Promise.all(
      sourcesOf(stepped.steps, await this.latencies.rolledUp()).map((source) =>
        source.seconds === 60
          ? this.latencies.counted(number, source, seconds, region ?? null)
          : this.latencies.rollups(number, source, source.seconds, region ?? null),
      ),
    );
    return latencyView(parts.flat(), seconds);
  }

  async #find(organizationId: string, monitorId: string): Promise<HistoryMonitor> {
    const monitor = await this.checks.findMonitor(organizationId, monitorId);
    if (monitor === undefined) throw ApiError.notFound('monitor', monitorId);
    return monitor;
  }
}
