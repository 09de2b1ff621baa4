import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackgroundLoop } from '@vedette/messaging';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { ResultMetrics } from '../results/result-metrics.ts';
import { sqlOf, Transactions } from '../transactions.ts';
import { HeartbeatService } from './heartbeat.service.ts';
import { PingRepository } from './ping.repository.ts';

/** The listener of this process says when there are pings; those of a replica that died are found by looking. */
const LOOK_EVERY_MS = 500;
const BATCH = 500;

/** Gives stored pings their effect. */
@Injectable()
export class PingIntake implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: BackgroundLoop;

  constructor(
    { logger }: Host,
    private readonly database: ServiceDatabase,
    private readonly transactions: Transactions,
    private readonly pings: PingRepository,
    private readonly heartbeats: HeartbeatService,
    private readonly metrics: ResultMetrics,
  ) {
    this.#loop = new BackgroundLoop('hearing pings', LOOK_EVERY_MS, logger, () => this.#hearAll());
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#loop.stop();
  }

  wake(): void {
    this.#loop.wake();
  }

  async #hearAll(): Promise<void> {
    while ((await this.#hearBatch()) === BATCH);
  }

  async #hearBatch(): Promise<number> {
    const { taken, landed } = await this.transactions.run(async (connection) => {
      const pings = await this.pings.take(sqlOf(connection), BATCH);
      return { taken: pings.length, landed: pings.length === 0 ? [] : await this.heartbeats.hear(connection, pings) };
    });
    if (landed.length > 0) this.database.relay.wake();
    this.metrics.landed(landed);
    return taken;
  }
}
