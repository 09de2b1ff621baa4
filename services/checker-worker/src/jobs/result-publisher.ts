import { setTimeout as sleep } from 'node:timers/promises';
import type { JetStreamClient } from '@nats-io/jetstream';
import { nuid, type NatsConnection } from '@nats-io/transport-node';
import { Injectable } from '@nestjs/common';
import { subjects, type CheckResult } from '@vedette/contract';
import { Gatherer, jetstreamOf } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { messageOf, nextBatch, packResult, type PackedResult } from './result-batches.ts';

const gatherMs = 20;
const maxInFlight = 8;
const firstPauseMs = 250;
const longestPauseMs = 5_000;

/** Puts results into RESULTS, many to a message, and tells when each is safe there. It tries until it succeeds. */
@Injectable()
export class ResultPublisher {
  readonly #gatherer = new Gatherer<PackedResult>({
    size: nextBatch,
    gatherMs,
    concurrency: maxInFlight,
    run: (packed) => this.#untilStored(messageOf(packed)),
  });
  #unpublished = 0;
  #client: { readonly connection: NatsConnection; readonly stream: JetStreamClient } | undefined;

  constructor(private readonly host: Host) {}

  /** Results that no stream has taken yet. */
  get unpublished(): number {
    return this.#unpublished;
  }

  /** Returns when the result is stored. */
  async publish(result: CheckResult): Promise<void> {
    this.#unpublished += 1;
    await this.#gatherer.add(packResult(result));
    this.#unpublished -= 1;
  }

  async #untilStored(payload: string): Promise<void> {
    // The same id on every try: a message whose acknowledgement was lost is not stored twice.
    const msgID = nuid.next();
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        await this.#stream().publish(subjects.checkResults, payload, { msgID });
        return;
      } catch (error) {
        this.host.logger.warn({ error }, 'results cannot be published; trying until they can');
        await sleep(pauseMs, undefined, { ref: false });
      }
    }
  }

  #stream(): JetStreamClient {
    const { connection } = this.host.link;
    if (connection === undefined) throw new Error('NATS is away');
    if (this.#client?.connection !== connection) this.#client = { connection, stream: jetstreamOf(connection) };
    return this.#client.stream;
  }
}
