import { Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import { type BackgroundLoop, inParts, isAboutData } from '@vedette/messaging';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { ResultMetrics } from '../results/result-metrics.ts';
import { HeartbeatService } from './heartbeat.service.ts';
import type { StoredPing } from './ping-results.ts';
import { PingRepository } from './ping.repository.ts';

/** The listener of this process announces its pings. Polling finds the pings of a replica that died. */
const LOOK_EVERY_MS = 1_000;
const BATCH = 500;
/** The name under which pings are parked. */
const PARKED_AS = 'heartbeat-pings';

/** Applies stored pings, in bulk for many jobs; in parts if the pings of one job cannot be applied. */
@Injectable()
export class PingIntake {
  readonly #loop: BackgroundLoop;
  #isTold = false;

  constructor(
    private readonly host: Host,
    private readonly database: ServiceDatabase,
    private readonly pings: PingRepository,
    private readonly heartbeats: HeartbeatService,
    private readonly metrics: ResultMetrics,
  ) {
    this.#loop = host.lifecycle.loop('hearing pings', LOOK_EVERY_MS, () => this.#hearAll());
    database.parked.onReplay(PARKED_AS, (payload) => this.#replay(payload));
  }

  wake(): void {
    this.#isTold = true;
    this.#loop.wake();
  }

  async #hearAll(): Promise<void> {
    const isTold = this.#isTold;
    this.#isTold = false;
    // Most polls find nothing, without a transaction.
    if (!isTold && !(await this.pings.areWaiting(this.database.sql))) return;
    while ((await this.#hearBatch()) === BATCH);
  }

  async #hearBatch(): Promise<number> {
    try {
      return await this.#hear((sql) => this.pings.take(sql, BATCH));
    } catch (error) {
      if (!isAboutData(error)) throw error;
      await this.#hearApart();
      return BATCH;
    }
  }

  /** Applies pings in parts, so that one job whose pings cannot be applied does not block the others. */
  async #hearApart(): Promise<void> {
    await inParts(
      await this.pings.waiting(this.database.sql, BATCH),
      (monitorIds) => this.#hear((sql) => this.pings.takeOf(sql, monitorIds)),
      (monitorId, error) => this.#park(monitorId, error),
    );
  }

  async #hear(take: (sql: Sql) => Promise<StoredPing[]>): Promise<number> {
    const { taken, handled } = await this.database.mutations.run(async (tx, mutation) => {
      const pings = await take(tx);
      return {
        taken: pings.length,
        handled: pings.length === 0 ? [] : await this.heartbeats.hear(tx, mutation, pings),
      };
    });
    this.metrics.count(handled);
    return taken;
  }

  async #park(monitorId: string, error: unknown): Promise<void> {
    await this.database.mutations.run(async (tx) => {
      const payload = await this.pings.takeUnread(tx, monitorId);
      const message = { consumer: PARKED_AS, messageId: monitorId, subject: PARKED_AS, payload, error, deliveries: 1 };
      await this.database.parked.park(message, tx);
    });
    this.host.logger.error({ error, monitorId }, 'pings of a monitor were parked');
    this.metrics.parked();
  }

  async #replay(payload: string): Promise<void> {
    const pings = (JSON.parse(payload) as StoredPing[]).map((ping) => {
      const receivedAt = new Date(ping.receivedAt);
      if (Number.isNaN(receivedAt.getTime())) throw new RangeError('receivedAt is no time');
      return Object.assign(ping, { receivedAt });
    });
    await this.#hear(() => Promise.resolve(pings));
  }
}
