import type { JsMsg } from '@nats-io/jetstream';
import { Injectable } from '@nestjs/common';
import { consumers } from '@vedette/contract';
import { inParts } from '@vedette/messaging';
import { Host, ServiceDatabase } from '@vedette/service-host';
import type { Result } from '../observations/check-outcome.ts';
import { readResults, type Read } from './delivered-results.ts';
import { Scheduler } from '../schedule/scheduler.ts';
import { ResultMetrics } from './result-metrics.ts';
import { ResultParking } from './result-parking.ts';
import { ResultService } from './result.service.ts';

/** The limit of one transaction. A larger one would keep its rows locked for too long. */
const MAX_RESULTS = 1_000;
const AGAIN_AFTER_MS = 1_000;

/** A result with the message that brought it. */
interface Delivered {
  readonly message: JsMsg;
  readonly result: Result;
  readonly raw: unknown;
}

/**
 * Settles messages with results of any tenants. Results whose data prevents their application are parked one by one;
 * the others are applied at once. A message is acknowledged when each of its results is applied or parked.
 */
@Injectable()
export class ResultIntake {
  constructor(
    private readonly host: Host,
    private readonly database: ServiceDatabase,
    private readonly results: ResultService,
    private readonly parking: ResultParking,
    private readonly metrics: ResultMetrics,
    private readonly scheduler: Scheduler,
  ) {
    database.parked.onReplay(consumers.results.name, (payload) => this.#replay(payload));
  }

  async settle(messages: readonly JsMsg[]): Promise<void> {
    const unsettled = new Set<JsMsg>(messages);
    try {
      const delivered: Delivered[] = [];
      for (const message of messages) delivered.push(...(await this.#read(message)));
      for (let at = 0; at < delivered.length; at += MAX_RESULTS) {
        await this.#applyAll(delivered.slice(at, at + MAX_RESULTS));
        // Acknowledge the messages that have no results in the remaining parts.
        const left = new Set(delivered.slice(at + MAX_RESULTS).map(({ message }) => message));
        for (const message of unsettled) if (!left.has(message)) acknowledge(message, unsettled);
      }
      for (const message of unsettled) acknowledge(message, unsettled);
    } catch (error) {
      this.host.logger.warn({ error, messages: unsettled.size }, 'results could not be applied');
      for (const message of unsettled) message.nak(AGAIN_AFTER_MS);
    }
  }

  /** Returns the readable results and parks the others. */
  async #read(message: JsMsg): Promise<Delivered[]> {
    const { stream, timestampNanos, deliveryCount: deliveries } = message.info;
    const id = `${stream}:${message.seq}:${timestampNanos}`;
    let read: Read[];
    try {
      read = readResults(message.string());
    } catch (error) {
      await this.parking.parkMessage(id, message.data, error, deliveries);
      return [];
    }
    const delivered: Delivered[] = [];
    for (const [index, each] of read.entries()) {
      if (each.kind === 'result') delivered.push({ message, result: each.result, raw: each.raw });
      else await this.parking.parkResult({ id: `${id}:${index}`, raw: each.raw, error: each.error, deliveries });
    }
    return delivered;
  }

  /** Applies results in the order of their slots, so that a later part never holds an older slot. */
  async #applyAll(delivered: readonly Delivered[]): Promise<void> {
    const inOrder = delivered.toSorted((one, other) => one.result.slotAt.getTime() - other.result.slotAt.getTime());
    await inParts(
      inOrder,
      (part) => this.#apply(part.map(({ result }) => result)),
      ({ message, result, raw }, error) =>
        this.parking.parkResult({ id: result.monitorId, raw, error, deliveries: message.info.deliveryCount }),
    );
  }

  async #apply(results: readonly Result[]): Promise<void> {
    const handled = await this.database.mutations.run((tx, mutation) => this.results.applyIn(tx, mutation, results));
    this.metrics.count(handled);
    this.scheduler.notePlanned(handled.map(({ application }) => application.check.nextCheckAt));
  }

  /** Fails when any of the results cannot be applied; the message then stays parked. */
  async #replay(payload: string): Promise<void> {
    const results = readResults(payload).map((read) => {
      if (read.kind === 'unreadable') throw read.error;
      return read.result;
    });
    await this.#apply(results);
  }
}

function acknowledge(message: JsMsg, unsettled: Set<JsMsg>): void {
  message.ack();
  unsettled.delete(message);
}
