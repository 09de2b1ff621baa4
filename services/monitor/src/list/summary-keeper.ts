import { Injectable } from '@nestjs/common';
import { LATENCY_HOURS } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { LatencyRepository } from '../history/latency.repository.ts';
import { HOUR_MS } from '../history/rollup-schedule.ts';
import { latencySummary } from './monitor-summary.ts';
import { RecentUptimes } from './recent-uptimes.ts';
import { SummaryRepository, type SummarizedMonitor } from './summary.repository.ts';

const LOOK_EVERY_MS = 5_000;
/** With the time that a pass takes, summaries are less than a minute old. */
const PASS_EVERY_MS = 30_000;
/** Few enough that a batch keeps the schedule waiting for a few milliseconds only. */
const BATCH = 100;
/** This many failures in a row mean a general problem rather than one of single monitors: the pass stops. */
const MOST_FAILURES = 3;

/** Summarizes all monitors every half minute, in one of the replicas. */
@Injectable()
export class SummaryKeeper {
  constructor(
    private readonly host: Host,
    private readonly summaries: SummaryRepository,
    private readonly uptimes: RecentUptimes,
    private readonly latencies: LatencyRepository,
  ) {
    host.lifecycle.loop('summarizing monitors', LOOK_EVERY_MS, () => this.keep());
  }

  async keep(now = new Date()): Promise<void> {
    // The status-page service knows the maintenance windows.
    if (!this.host.link.isConnected) return;
    if (await this.summaries.claimPass(now, new Date(now.getTime() - PASS_EVERY_MS))) await this.summarize(now);
  }

  async summarize(now = new Date()): Promise<void> {
    const { hoursUntil } = await this.latencies.rolledUp();
    let failuresInARow = 0;
    let monitors = await this.summaries.monitorsAfter('', BATCH);
    for (let last = monitors.at(-1); last !== undefined; last = monitors.at(-1)) {
      try {
        await this.#summarizeBatch(monitors, hoursUntil, now);
        failuresInARow = 0;
      } catch (error) {
        failuresInARow += 1;
        if (failuresInARow === MOST_FAILURES) throw error;
        const ids = { firstId: monitors[0]?.id, lastId: last.id };
        this.host.logger.error({ error, ...ids }, 'monitors could not be summarized; the next pass tries again');
      }
      monitors = await this.summaries.monitorsAfter(last.id, BATCH);
    }
    await this.summaries.finishPass(now);
  }

  async #summarizeBatch(batch: readonly SummarizedMonitor[], hoursUntil: Date | null, now: Date): Promise<void> {
    const ids = batch.map(({ id }) => id);
    await this.summaries.saveUptimes(await this.uptimes.of(ids, now));
    if (hoursUntil !== null) await this.#summarizeLatencies(batch, hoursUntil);
    await this.summaries.saveListings(ids);
  }

  /** Once an hour for each monitor: the counts of an hour that is over hardly change. */
  async #summarizeLatencies(batch: readonly SummarizedMonitor[], hoursUntil: Date): Promise<void> {
    const monitors = batch.filter((monitor) => monitor.hoursUntil?.getTime() !== hoursUntil.getTime());
    if (monitors.length === 0) return;
    const from = new Date(hoursUntil.getTime() - LATENCY_HOURS * HOUR_MS);
    const counts = await this.summaries.hourCounts(
      monitors.map(({ number }) => number),
      from,
      hoursUntil,
    );
    const summaries = monitors.map(
      ({ id, number }) => [id, latencySummary(counts.get(number) ?? [], hoursUntil)] as const,
    );
    await this.summaries.saveLatencies(new Map(summaries), hoursUntil);
  }
}
