import { Injectable } from '@nestjs/common';
import type { MonitorListPage, QueryOf } from '@vedette/contract';
import { Reply, SharedReads } from '@vedette/messaging';
import { HOUR_MS } from '../history/rollup-schedule.ts';
import { MonitorListRepository } from './monitor-list.repository.ts';
import { hourOf, shownLatencies } from './monitor-summary.ts';

/** Answers the list of the console. */
@Injectable()
export class MonitorListService {
  /** All open consoles ask for the same page after the same event, and a search looks at all monitors. */
  readonly #pages = new SharedReads<string>('read a list');

  constructor(private readonly lists: MonitorListRepository) {}

  async list(organizationId: string, query: QueryOf<'getMonitorList'>): Promise<Reply> {
    const read = async (): Promise<string> => JSON.stringify(await this.#read(organizationId, query));
    return Reply.json(await this.#pages.get(JSON.stringify([organizationId, query]), read));
  }

  async #read(
    organizationId: string,
    { sort = 'state', ...query }: QueryOf<'getMonitorList'>,
  ): Promise<MonitorListPage> {
    const { limit, offset } = query;
    const now = new Date();
    const { monitors, total, summarizedAt } = await this.lists.page(organizationId, { ...query, sort });
    // The hour before is summarized some minutes after its end.
    const since = new Date(hourOf(now).getTime() - HOUR_MS);
    const summarizedUntil = Math.max(...monitors.map(({ hoursUntil }) => hoursUntil?.getTime() ?? 0));
    const medians = await this.lists.mediansSince(
      monitors.map(({ number }) => number),
      summarizedUntil > since.getTime() ? hourOf(now) : since,
    );
    return {
      data: monitors.map(({ number, hoursUntil, medians: summarized, ...monitor }) => {
        const summary = hoursUntil !== null && summarized !== null ? { hoursUntil, medians: summarized } : undefined;
        return Object.assign(monitor, { latencies: shownLatencies(summary, medians.get(number) ?? [], now) });
      }),
      pagination: { limit, offset, total },
      summarizedAt: summarizedAt?.toISOString() ?? null,
    };
  }
}
