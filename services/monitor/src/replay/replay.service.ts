import { Inject, Injectable } from '@nestjs/common';
import { ApiError, type Monitor, type ReplayBody, type ReplayResult } from '@vedette/contract';
import type { RpcContext } from '@vedette/messaging';
import { BoundedThread } from '@vedette/service-host/bounded-thread';
import { CONFIG, Host } from '@vedette/service-host';
import { Places } from '@vedette/turns';
import type { MonitorConfig } from '../config.ts';
import { partitionAt, startOf } from '../history/history-partitions.ts';
import { DAY_MS } from '../history/rollup-schedule.ts';
import { MonitorViewRepository } from '../views/monitor-view.repository.ts';
import { UptimeService } from '../uptime/uptime.service.ts';
import type { ReplayTask } from './replay-task.ts';
import { isReplayable } from './policy-replay.ts';
import { replayRange } from './replay-range.ts';

/** Ten times what 30 days of the fastest monitor take. */
const LIMITS = { taskMs: 4_000, heapMb: 256 };
/** Two tasks that take all of their time may run before a replay, which then has all of its own before the deadline. */
const TURNS = { places: 1, maxWaitingOfEach: 2, maxWaiting: 100, patienceMs: 10_000 };
/** To pass the answer on before the deadline. */
const ANSWER_MS = 500;

/** The thread runs the TypeScript source if this file does (in tests), and the build otherwise. */
const PROGRAM = new URL(`./replay.thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

/**
 * Answers what another policy would have done. One replay runs at a time in a replica, in a thread of its own;
 * organizations take turns.
 */
@Injectable()
export class ReplayService {
  readonly #thread: BoundedThread;
  readonly #places = new Places({ ...TURNS, refusal: tooManyWait });

  constructor(
    private readonly host: Host,
    private readonly monitors: MonitorViewRepository,
    private readonly uptimes: UptimeService,
    @Inject(CONFIG) private readonly config: MonitorConfig,
  ) {
    this.#thread = new BoundedThread(PROGRAM, LIMITS, { databaseUrl: config.databaseUrl });
    host.metrics.observedGauge('replays_waiting', 'Replays that wait for their turn', () => this.#places.waiting);
    host.lifecycle.add('clients', { stop: () => this.#thread.close() });
  }

  async replay(
    { organizationId, request: { deadlineAt } }: Pick<RpcContext, 'organizationId' | 'request'>,
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
    return this.#places.run(organizationId, async () => {
      const record = await this.uptimes.recordOf(organizationId, monitorId, period, now);
      const task: ReplayTask = {
        monitorNumber: number,
        rule: { ...monitor, ...policy },
        askedFrom,
        range,
        record: record.map(({ at, state }) => ({ at: at.getTime(), state })),
      };
      const outcome = await this.#thread.run(task, deadlineAt - ANSWER_MS);
      if (outcome.ok) return outcome.result as ReplayResult;
      this.host.logger.warn({ monitorId, reason: outcome.reason }, 'a replay failed');
      throw ApiError.internal();
    });
  }

  /** Checks are kept for whole days. */
  #storedFrom({ createdAt }: Monitor, now: Date): Date {
    const kept = startOf(partitionAt(new Date(now.getTime() - this.config.historyDays * DAY_MS), 'day'));
    return new Date(Math.max(kept.getTime(), Date.parse(createdAt)));
  }
}

function tooManyWait(): ApiError {
  const message = `Too many replays wait, of which an organization may have ${TURNS.maxWaitingOfEach}; retry in 1 s.`;
  return new ApiError('rate_limited', message, undefined, 1);
}
