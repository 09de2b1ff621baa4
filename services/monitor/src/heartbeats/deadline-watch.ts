import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackgroundLoop } from '@vedette/messaging';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { ResultMetrics } from '../results/result-metrics.ts';
import { sqlOf, Transactions } from '../transactions.ts';
import { HeartbeatRepository } from './heartbeat.repository.ts';
import { HeartbeatService } from './heartbeat.service.ts';

const LOOK_EVERY_MS = 300;
const BATCH = 200;
/** Another replica may have answered a ping whose storing we do not see yet; a late job is found soon enough all the same. */
const MARGIN_MS = 500;

/** Finds the cron jobs that did not report in time. */
@Injectable()
export class DeadlineWatch implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: BackgroundLoop;

  constructor(
    { logger }: Host,
    private readonly database: ServiceDatabase,
    private readonly transactions: Transactions,
    private readonly heartbeats: HeartbeatRepository,
    private readonly service: HeartbeatService,
    private readonly metrics: ResultMetrics,
  ) {
    this.#loop = new BackgroundLoop('watching deadlines', LOOK_EVERY_MS, logger, () => this.#judgeOverdue());
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#loop.stop();
  }

  async #judgeOverdue(): Promise<void> {
    const heardUntil = await this.heartbeats.heardUntil(this.database.sql);
    if (heardUntil === null) return;
    while ((await this.#judgeBatch(new Date(heardUntil.getTime() - MARGIN_MS))) === BATCH);
  }

  async #judgeBatch(heardUntil: Date): Promise<number> {
    const landed = await this.transactions.run(async (connection) => {
      const overdue = await this.heartbeats.claimOverdue(sqlOf(connection), heardUntil, BATCH);
      return overdue.length === 0 ? [] : this.service.judge(connection, overdue, heardUntil);
    });
    if (landed.length > 0) this.database.relay.wake();
    this.metrics.landed(landed);
    return landed.length;
  }
}
