import { Inject, Injectable } from '@nestjs/common';
import { ApiError, type Monitor, type ReplayBody, type ReplayResult } from '@vedette/contract';
import { BoundedThread } from '@vedette/service-host/bounded-thread';
import { CONFIG, Host } from '@vedette/service-host';
import type { MonitorConfig } from '../config.ts';
import { partitionAt, startOf } from '../history/history-partitions.ts';
import { DAY_MS } from '../history/rollup-schedule.ts';
import { MonitorViewRepository } from '../monitor-view.repository.ts';
import { UptimeService } from '../uptime/uptime.service.ts';
import type { ReplayTask } from './replay-task.ts';
import { isReplayable } from './policy-replay.ts';
import { replayRange } from './replay-range.ts';

/** Ten times what 30 days of the fastest monitor take. */
const LIMITS = { taskMs: 10_000, heapMb: 256 };
/** More than these would not be answered in time. */
const MAX_WAITING = 5;

/** The thread runs the TypeScript source if this file does (in tests), and the build otherwise. */
const PROGRAM = new URL(`./replay.thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

/** Answers what another policy would have done. One replay runs at a time in a replica, in a thread of its own. */
@Injectable()
export class ReplayService {
  readonly #thread: BoundedThread;
  #waiting = 0;

  constructor(
    private readonly host: Host,
    private readonly monitors: MonitorViewRepository,
    private readonly uptimes: UptimeService,
    @Inject(CONFIG) private readonly config: MonitorConfig,
  ) {
    this.#thread = new BoundedThread(PROGRAM, LIMITS, { databaseUrl: config.databaseUrl });
    host.lifecycle.add('clients', { stop: () => this.#thread.close() });
  }

  async replay(
    organizationId: string,
    monitorId: string,
    { from, to, ...policy }: ReplayBody,
    now = new Date(),
  ): Promise<ReplayResult> {
    const owned = await this.monitors.findOwned(monitorId);
    if (owned?.organizationId !== organizationId) throw ApiError.notFound('monitor', monitorId);
    const { monitor, number } = owned;
    const decision = replayRange({ from, to }, this.#storedFrom(monitor, now), now);
    if (decision.kind === 'refused') throw ApiError.validation(decision.faults);
    if (!isReplayable(monitor.type)) {
      throw ApiError.conflict(`A ${monitor.type} monitor is never slow, so that there is nothing to replay.`);
    }
    const { askedFrom, range } = decision;
    const period = { from: new Date(range.from), to: new Date(range.to) };
    const record = await this.uptimes.recordOf(organizationId, monitorId, period, now);
    return this.#run({
      monitorNumber: number,
      rule: { ...monitor, ...policy },
      askedFrom,
      range,
      record: record.map(({ at, state }) => ({ at: at.getTime(), state })),
    });
  }

  /** Checks are kept for whole days. */
  #storedFrom({ createdAt }: Monitor, now: Date): Date {
    const kept = startOf(partitionAt(new Date(now.getTime() - this.config.historyDays * DAY_MS), 'day'));
    return new Date(Math.max(kept.getTime(), Date.parse(createdAt)));
  }

  async #run(task: ReplayTask): Promise<ReplayResult> {
    if (this.#waiting >= MAX_WAITING) {
      throw new ApiError(
        'rate_limited',
        `${MAX_WAITING} replays are waiting, which is the limit; retry in 1 s.`,
        undefined,
        1,
      );
    }
    this.#waiting += 1;
    try {
      const outcome = await this.#thread.run(task);
      if (outcome.ok) return outcome.result as ReplayResult;
      this.host.logger.warn({ reason: outcome.reason }, 'a replay failed');
      throw ApiError.internal();
    } finally {
      this.#waiting -= 1;
    }
  }
}
