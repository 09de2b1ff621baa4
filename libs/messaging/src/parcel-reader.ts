import type { NatsConnection } from '@nats-io/transport-node';
import type { Part } from './parts.ts';
import { errorCodeOf, isLastPart, type ParcelLabel } from './wire.ts';

/** A part is on its way at once, or its sender first reads the rows for it. */
const PART_MS = 5_000;

/** What large messages need of a connection that comes and goes. */
export interface NatsReach {
  readonly connection: NatsConnection | undefined;
  whileConnected<T>(answer: Promise<T>): Promise<T>;
}

/** The rest of a large message. The next part is fetched while its reader deals with the one before, and never more. */
export class ParcelReader {
  readonly #reach: NatsReach;
  readonly #label: ParcelLabel;
  readonly #deadlineAt: number;
  #number = 1;
  #coming: Promise<Part> | undefined;

  constructor(reach: NatsReach, label: ParcelLabel, deadlineAt = Infinity) {
    this.#reach = reach;
    this.#label = label;
    this.#deadlineAt = deadlineAt;
    this.#coming = this.#ask();
  }

  /** How long the whole message is; undefined when only its end tells. */
  get bytes(): number | undefined {
    return this.#label.bytes;
  }

  /** The parts in their order; undefined after the last one. Rejects when one is lost. */
  async next(): Promise<Uint8Array | undefined> {
    if (this.#coming === undefined) return undefined;
    const part = await this.#coming;
    this.#number += 1;
    this.#coming = part.isLast ? undefined : this.#ask();
    return part.bytes;
  }

  /** The whole message, whose first part came by itself. Rejects when it has more than `maxBytes`. */
  async gather(first: Uint8Array, maxBytes: number): Promise<Buffer> {
    const parts = [first];
    let bytes = first.length;
    for (let part = await this.next(); part !== undefined; part = await this.next()) {
      parts.push(part);
      bytes += part.length;
      if (bytes > maxBytes) throw new Error(`A message has more than ${maxBytes} bytes`);
    }
    if (this.bytes !== undefined && bytes !== this.bytes) throw new Error(`${bytes} of ${this.bytes} bytes came`);
    return Buffer.concat(parts, bytes);
  }

  /** Lets the sender forget what was not fetched. */
  drop(): void {
    if (this.#coming === undefined) return;
    this.#coming = undefined;
    this.#reach.connection?.publish(this.#label.subject);
  }

  #ask(): Promise<Part> {
    const coming = this.#request();
    // It may fail while its reader is busy with the part before, and is told when it asks.
    coming.catch(() => undefined);
    return coming;
  }

  async #request(): Promise<Part> {
    const { connection } = this.#reach;
    const timeout = Math.min(PART_MS, this.#deadlineAt - Date.now());
    if (connection === undefined || timeout <= 0) throw new Error('NATS is away or no time is left');
    const message = await this.#reach.whileConnected(
      connection.request(this.#label.subject, String(this.#number), { timeout }),
    );
    if (errorCodeOf(message.headers) !== undefined) throw new Error('the sender of a large message could not go on');
    return { bytes: message.data, isLast: isLastPart(message.headers) };
  }
}
