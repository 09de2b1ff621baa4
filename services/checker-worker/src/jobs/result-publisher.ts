import { setTimeout as sleep } from 'node:timers/promises';
import type { JetStreamClient } from '@nats-io/jetstream';
import { nuid, type NatsConnection } from '@nats-io/transport-node';
import { Injectable } from '@nestjs/common';
import { subjects, type CheckResult } from '@vedette/contract';
import { jetstreamOf } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { isFull, messageOf, nextBatch, packResult, type PackedResult } from './result-batches.ts';

const gatherMs = 20;
const maxInFlight = 8;
const firstPauseMs = 250;
const longestPauseMs = 5_000;

interface Entry extends PackedResult {
  readonly onStored: () => void;
}

/** Puts results into RESULTS, many to a message, and tells when each is safe there. It tries until it succeeds. */
@Injectable()
export class ResultPublisher {
  #gathered: Entry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #inFlight = 0;
  #unpublished = 0;
  #client: { readonly connection: NatsConnection; readonly stream: JetStreamClient } | undefined;

  constructor(private readonly host: Host) {}

  /** Results that no stream has taken yet. */
  get unpublished(): number {
    return this.#unpublished;
  }

  add(result: CheckResult, onStored: () => void): void {
    this.#unpublished += 1;
    this.#gathered.push({ ...packResult(result), onStored });
    if (isFull(this.#gathered)) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), gatherMs);
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // While as many are under way as should be, the next message grows instead.
    while (this.#gathered.length > 0 && this.#inFlight < maxInFlight) {
      void this.#publish(this.#gathered.splice(0, nextBatch(this.#gathered)));
    }
  }

  async #publish(entries: readonly Entry[]): Promise<void> {
    this.#inFlight += 1;
    await this.#untilStored(messageOf(entries));
    this.#inFlight -= 1;
    this.#unpublished -= entries.length;
    for (const { onStored } of entries) onStored();
    if (isFull(this.#gathered)) this.#send();
    else if (this.#gathered.length > 0) this.#timer ??= setTimeout(() => this.#send(), gatherMs);
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
