import type { JsMsg } from '@nats-io/jetstream';
import { Injectable } from '@nestjs/common';
import type { ResultBatch } from '@vedette/contract';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { Transactions } from '../transactions.ts';
import type { Result } from './check-outcome.ts';
import { ResultMetrics } from './result-metrics.ts';
import { ResultService } from './result.service.ts';

/** What one transaction takes: more would keep its rows locked for longer than anybody should wait. */
const MAX_RESULTS = 1_000;
const AGAIN_AFTER_MS = 1_000;
const DELIVERIES_BEFORE_PARKING = 20;

interface Delivered {
  readonly message: JsMsg;
  readonly results: readonly Result[];
}

/** Settles messages with results: acknowledged when applied, given back when that failed, parked when it always fails. */
@Injectable()
export class ResultIntake {
  constructor(
    private readonly host: Host,
    private readonly database: ServiceDatabase,
    private readonly transactions: Transactions,
    private readonly results: ResultService,
    private readonly metrics: ResultMetrics,
  ) {}

  async settle(messages: readonly JsMsg[]): Promise<void> {
    const delivered: Delivered[] = [];
    for (const message of messages) {
      try {
        delivered.push({ message, results: readResults(message) });
      } catch (error) {
        await this.#park(message, error);
      }
    }
    for (const batch of batchesOf(delivered)) await this.#settle(batch);
  }

  async #settle(batch: readonly Delivered[]): Promise<void> {
    try {
      const results = batch.flatMap((each) => each.results);
      const landed = await this.transactions.run((connection) => this.results.applyIn(connection, results));
      this.database.relay.wake();
      for (const { message } of batch) message.ack();
      this.metrics.landed(landed);
    } catch (error) {
      // One bad result must not hold up the others that came along with it.
      if (isAboutData(error) && batch.length > 1) {
        for (const each of batch) await this.#settle([each]);
        return;
      }
      this.host.logger.warn({ error, messages: batch.length }, 'results could not be applied');
      for (const { message } of batch) await this.#giveBack(message, error);
    }
  }

  async #giveBack(message: JsMsg, error: unknown): Promise<void> {
    if (isAboutData(error) && message.info.deliveryCount >= DELIVERIES_BEFORE_PARKING) await this.#park(message, error);
    else message.nak(AGAIN_AFTER_MS);
  }

  async #park(message: JsMsg, error: unknown): Promise<void> {
    try {
      await this.database.inbox.park(this.database.sql, {
        messageId: `${message.info.stream}:${message.seq}`,
        subject: message.subject,
        payload: message.string(),
        error: error instanceof Error ? error.message : String(error),
        deliveries: message.info.deliveryCount,
      });
      this.host.logger.error({ error, sequence: message.seq }, 'results were parked');
      this.metrics.parked();
      message.ack();
    } catch {
      message.nak(AGAIN_AFTER_MS);
    }
  }
}

function readResults(message: JsMsg): Result[] {
  const { results } = message.json<ResultBatch>();
  return results.map(({ monitorId, epoch, slotAt, outcome }) => {
    const slot = new Date(slotAt);
    if (Number.isNaN(slot.getTime())) throw new RangeError(`${slotAt} is no slot of ${monitorId}`);
    return { monitorId, epoch, slotAt: slot, outcome };
  });
}

function batchesOf(delivered: readonly Delivered[]): Delivered[][] {
  const batches: Delivered[][] = [];
  let room = 0;
  for (const each of delivered) {
    if (room < each.results.length) {
      batches.push([]);
      room = Math.max(MAX_RESULTS, each.results.length);
    }
    batches.at(-1)?.push(each);
    room -= each.results.length;
  }
  return batches;
}

/** PostgreSQL's classes for values that do not fit, and whatever our own code could not read. */
function isAboutData(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return code === undefined ? error instanceof TypeError || error instanceof RangeError : /^(22|23)/.test(code);
}
