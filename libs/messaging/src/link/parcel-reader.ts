import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { Part } from './parts.ts';
import type { RequestOptions } from './requests.ts';
import { errorCodeOf, isLastPart, type ParcelLabel } from './wire.ts';

/** Longest wait for one part. The sender may have to read rows before it can send the part. */
const PART_MS = 5_000;

/** The parts of a NATS link that large messages need; the connection may be lost and restored. */
export interface NatsReach {
  readonly connection: NatsConnection | undefined;
  /** Rejects if the connection is lost or nobody answers in time. */
  request(subject: string, payload: string | Uint8Array, options: RequestOptions): Promise<Msg>;
}

/** Fetches the rest of a large message, at most one part ahead of the caller. */
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

  /** Length of the whole message; undefined if it is known only at the end. */
  get bytes(): number | undefined {
    return this.#label.bytes;
  }

  /** Returns the next part, or undefined after the last one. Rejects if a part is lost. */
  async next(): Promise<Uint8Array | undefined> {
    if (this.#coming === undefined) return undefined;
    const part = await this.#coming;
    this.#number += 1;
    this.#coming = part.isLast ? undefined : this.#ask();
    return part.bytes;
  }

  /** Returns the whole message, given its first part. Rejects if it has more than `maxBytes`. */
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

  /** Tells the sender that the remaining parts are not needed. */
  drop(): void {
    if (this.#coming === undefined) return;
    this.#coming = undefined;
    this.#reach.connection?.publish(this.#label.subject);
  }

  #ask(): Promise<Part> {
    const coming = this.#request();
    // The request may fail while the caller is busy with the previous part. The caller gets the error from `next`.
    coming.catch(() => undefined);
    return coming;
  }

  async #request(): Promise<Part> {
    const timeoutMs = Math.min(PART_MS, this.#deadlineAt - Date.now());
    if (timeoutMs <= 0) throw new Error('No time is left');
    const message = await this.#reach.request(this.#label.subject, String(this.#number), { timeoutMs });
    if (errorCodeOf(message.headers) !== undefined) throw new Error('the sender of a large message could not go on');
    return { bytes: message.data, isLast: isLastPart(message.headers) };
  }
}
