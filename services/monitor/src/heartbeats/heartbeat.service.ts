import { Injectable } from '@nestjs/common';
import type { Connection, Sql } from '@vedette/database';
import type { Mutation } from '@vedette/messaging';
import type { Result } from '../observations/check-outcome.ts';
import { ResultService, type HandledResult } from '../results/result.service.ts';
import { missedCause } from './heartbeat-cause.ts';
import { deadlineOf, isLate, missedSlotAt, type Deafness } from './heartbeat-deadline.ts';
import { HeartbeatRepository, type JobRow } from './heartbeat.repository.ts';
import { hearPings, reportedOutcome, type HeardJob, type StoredPing } from './ping-results.ts';
import { PingRepository } from './ping.repository.ts';

/** Applies pings and missed deadlines to cron jobs, always in the caller's transaction. */
@Injectable()
export class HeartbeatService {
  constructor(
    private readonly heartbeats: HeartbeatRepository,
    private readonly pings: PingRepository,
    private readonly results: ResultService,
  ) {}

  /** Applies pings: the state that they report, and the next deadline. */
  async hear(tx: Connection, mutation: Mutation, pings: readonly StoredPing[]): Promise<HandledResult[]> {
    const byJob = Map.groupBy(pings, ({ monitorId }) => monitorId);
    const jobs = await this.heartbeats.lock(tx, [...byJob.keys()]);
    const heard = new Map<string, HeardJob>();
    const results: Result[] = [];
    for (const job of jobs.values()) {
      const hearing = hearPings(job, byJob.get(job.monitorId) ?? []);
      heard.set(job.monitorId, hearing);
      results.push(...hearing.results);
    }
    await this.heartbeats.saveHeard(tx, heard);
    const handled = results.length === 0 ? [] : await this.results.applyIn(tx, mutation, results);
    await this.#saveDeadlines(tx, [...jobs.values()], heard);
    return handled;
  }

  /** Takes jobs down that are late at `heardUntil`; the other jobs get a new deadline. */
  async judge(
    tx: Connection,
    mutation: Mutation,
    monitorIds: readonly string[],
    heardUntil: Date,
  ): Promise<HandledResult[]> {
    const jobs = await this.heartbeats.lock(tx, monitorIds);
    const deafness = await this.#deafnessOf(tx, [...jobs.values()]);
    const pending = await this.pings.pending(tx, monitorIds);
    const missed: Result[] = [];
    const deadlines = new Map<string, Date | null>(monitorIds.map((id) => [id, null]));
    for (const job of jobs.values()) {
      const deadlineAt = job.state === 'PAUSED' ? null : deadlineOf(job, deafness);
      // A job with stored pings is not missed: its pings are applied before its silence is judged.
      const isMissed = isLate(deadlineAt, heardUntil) && !pending.has(job.monitorId);
      if (isMissed && deadlineAt !== null) missed.push(missedResult(job, deadlineAt));
      deadlines.set(job.monitorId, isMissed ? null : deadlineAt);
    }
    await this.heartbeats.saveDeadlines(tx, deadlines);
    return missed.length === 0 ? [] : this.results.applyIn(tx, mutation, missed);
  }

  /** Applies the pings of one job, judges it, and returns its row afterwards; undefined when the job does not exist. */
  async lookNow(tx: Connection, mutation: Mutation, monitorId: string): Promise<JobRow | undefined> {
    // Pings are locked before the job. Another transaction that applies these pings uses the same order.
    await this.hear(tx, mutation, await this.pings.takeOf(tx, [monitorId]));
    const { heardUntil } = await this.heartbeats.hearing(tx);
    if (heardUntil !== null) await this.judge(tx, mutation, [monitorId], heardUntil);
    const job = (await this.heartbeats.lock(tx, [monitorId])).get(monitorId);
    if (job === undefined || job.state === 'PAUSED') return job;
    const now = new Date();
    const hasReported = job.state !== 'PENDING';
    const outcome = reportedOutcome(job.state === 'DOWN' ? (job.cause ?? 'The job is down') : null, now);
    await this.results.note(tx, { monitorId, epoch: job.epoch, slotAt: now, outcome, isScheduled: false }, hasReported);
    return job;
  }

  /** Computes the deadline of a job again, after a change by hand. */
  async recount(sql: Sql, monitorIds: readonly string[]): Promise<void> {
    await this.#saveDeadlines(sql, [...(await this.heartbeats.lock(sql, monitorIds)).values()]);
  }

  async #saveDeadlines(
    sql: Sql,
    jobs: readonly JobRow[],
    heard: ReadonlyMap<string, HeardJob> = new Map(),
  ): Promise<void> {
    const deafness = await this.#deafnessOf(sql, jobs);
    const deadlines = jobs.map((job) => {
      const { lastPingAt } = heard.get(job.monitorId) ?? job;
      return [job.monitorId, job.state === 'PAUSED' ? null : deadlineOf({ ...job, lastPingAt }, deafness)] as const;
    });
    await this.heartbeats.saveDeadlines(sql, new Map(deadlines));
  }

  #deafnessOf(sql: Sql, jobs: readonly JobRow[]): Promise<Deafness[]> {
    const expected = jobs.flatMap((job) => (job.lastPingAt === null ? [] : [missedSlotAt(job).getTime()]));
    return expected.length === 0
      ? Promise.resolve([])
      : this.heartbeats.deafnessSince(sql, new Date(Math.min(...expected)));
  }
}

function missedResult(job: JobRow, deadlineAt: Date): Result {
  return {
    monitorId: job.monitorId,
    epoch: job.epoch,
    slotAt: missedSlotAt(job),
    filedAt: deadlineAt,
    outcome: reportedOutcome(missedCause(job), deadlineAt),
    isScheduled: false,
  };
}
