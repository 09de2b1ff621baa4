import { setTimeout as sleep } from 'node:timers/promises';
import type { JetStreamClient } from '@nats-io/jetstream';
import { nuid, type NatsConnection } from '@nats-io/transport-node';
import { Injectable } from '@nestjs/common';
import { subjects, type CheckResult } from '@vedette/contract';
import { Gatherer, jetstreamOf } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { WorkerIdentity } from '../worker-identity.ts';
import { messageOf, nextBatch, packResult, type PackedResult } from './result-batches.ts';

const GATHER_MS = 20;
const MAX_IN_FLIGHT = 8;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** Publishes results to RESULTS, many in a message, and reports when each is stored. Retries until it succeeds. */
@Injectable()
export class ResultPublisher {
  readonly #gatherer = new Gatherer<PackedResult>({
    size: nextBatch,
    gatherMs: GATHER_MS,
    concurrency: MAX_IN_FLIGHT,
    run: (packed) => this.#untilStored(messageOf(packed)),
  });
  #unpublished = 0;
  #client: { readonly connection: NatsConnection; readonly stream: JetStreamClient } | undefined;

  constructor(
    private readonly host: Host,
    private readonly identity: WorkerIdentity,
  ) {}

  /** Results that are not stored in the stream yet. */
  get unpublished(): number {
    return this.#unpublished;
  }

  /** Returns when the result is stored. */
  async publish(result: CheckResult, startedAt: Date): Promise<void> {
    this.#unpublished += 1;
    await this.#gatherer.add(packResult(this.#signed(result, startedAt)));
    this.#unpublished -= 1;
  }

  /** Attempts say who made them; a check without any must say it itself. */
  #signed(result: CheckResult, startedAt: Date): CheckResult {
    if (result.outcome.attempts.length > 0) return result;
    const { workerId: worker, region } = this.identity;
    return { ...result, ranBy: { worker, region, startedAt: startedAt.toISOString() } };
  }

  async #untilStored(payload: string): Promise<void> {
    // The same id on every try: a message whose acknowledgement was lost is not stored twice.
    const msgID = nuid.next();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
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
