import { Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import { inParts, isAboutData, pauseUntilDue } from '@vedette/messaging';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { ResultMetrics } from '../results/result-metrics.ts';
import { HeartbeatRepository } from './heartbeat.repository.ts';
import { HeartbeatService } from './heartbeat.service.ts';

/** Deadlines are some seconds ahead when they are set, so a look finds each in time. */
const PAUSES = { shortestMs: 300, longestMs: 1_000 };
const BATCH = 200;
/**
 * Another replica may have answered a ping whose row is not visible here yet. This delay is short enough to report late
 * jobs in time.
 */
const MARGIN_MS = 500;

/** Finds the cron jobs that did not report in time. */
@Injectable()
export class DeadlineWatch {
  /** When the first deadline can be judged, as the last look found it. */
  #nextAt: Date | null = null;

  constructor(
    private readonly host: Host,
    private readonly database: ServiceDatabase,
    private readonly heartbeats: HeartbeatRepository,
    private readonly service: HeartbeatService,
    private readonly metrics: ResultMetrics,
  ) {
    const pauseMs = (): number => pauseUntilDue(this.#nextAt, new Date(), PAUSES);
    host.lifecycle.loop('watching deadlines', pauseMs, () => this.#judgeOverdue());
  }

  async #judgeOverdue(): Promise<void> {
    const { heardUntil, firstDeadline } = await this.heartbeats.hearing(this.database.sql);
    this.#nextAt = firstDeadline === null ? null : new Date(firstDeadline.getTime() + MARGIN_MS);
    if (heardUntil === null || this.#nextAt === null || this.#nextAt >= heardUntil) return;
    while ((await this.#judgeBatch(new Date(heardUntil.getTime() - MARGIN_MS))) === BATCH);
  }

  async #judgeBatch(heardUntil: Date): Promise<number> {
    try {
      return await this.#judge(heardUntil, (sql) => this.heartbeats.claimOverdue(sql, heardUntil, BATCH));
    } catch (error) {
      if (!isAboutData(error)) throw error;
      await this.#judgeApart(heardUntil);
      return 0;
    }
  }

  /** Judges jobs in parts, so that one job that cannot be judged does not block the others. */
  async #judgeApart(heardUntil: Date): Promise<void> {
    const { sql } = this.database;
    await inParts(
      await this.heartbeats.claimOverdue(sql, heardUntil, BATCH),
      (monitorIds) => this.#judge(heardUntil, () => Promise.resolve(monitorIds)),
      async (monitorId, error) => {
        this.host.logger.error({ error, monitorId }, 'a job cannot be judged until its next ping');
        await this.heartbeats.saveDeadlines(sql, new Map([[monitorId, null]]));
      },
    );
  }

  async #judge(heardUntil: Date, claim: (sql: Sql) => Promise<readonly string[]>): Promise<number> {
    const handled = await this.database.mutations.run(async (tx, mutation) => {
      const overdue = await claim(tx);
      return overdue.length === 0 ? [] : this.service.judge(tx, mutation, overdue, heardUntil);
    });
    this.metrics.count(handled);
    return handled.length;
  }
}
