import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { Part } from './parts.ts';
import type { RequestOptions } from './requests.ts';
import { errorCodeOf, isLastPart, type ParcelLabel } from './wire.ts';

/** Longest wait for one part. The sender may have to read rows before it can send the part. */
const PART_MS = 5_000;
/** So many parts are on their way while a whole message is gathered; one by one, each would wait for a round trip. */
const PARTS_AT_ONCE = 4;

/** The parts of a NATS link that large messages need; the connection may be lost and restored. */
export interface NatsReach {
  readonly connection: NatsConnection | undefined;
  /** Rejects if the connection is lost or nobody answers in time. */
  request(subject: string, payload: string | Uint8Array, options: RequestOptions): Promise<Msg>;
}

export interface ReaderLimits {
  readonly deadlineAt?: number;
  /** Of the parts after the first one. */
  readonly maxBytes?: number;
}

/** Fetches the rest of a large message: part by part, one ahead of the caller, or all of it for a caller who waits. */
export class ParcelReader {
  readonly #reach: NatsReach;
  readonly #label: ParcelLabel;
  readonly #deadlineAt: number;
  /** How many more bytes may come. */
  #room: number;
  /** The parts that were asked for and not taken yet, in order. Empty after the last part. */
  #coming: readonly Promise<Part>[] = [];
  #asked = 0;

  constructor(reach: NatsReach, label: ParcelLabel, { deadlineAt = Infinity, maxBytes = Infinity }: ReaderLimits = {}) {
    this.#reach = reach;
    this.#label = label;
    this.#deadlineAt = deadlineAt;
    this.#room = maxBytes;
    this.#ask();
  }

  /** Length of the whole message; undefined if it is known only at the end. */
  get bytes(): number | undefined {
    return this.#label.bytes;
  }

  /** Returns the next part, or undefined after the last one. Rejects if a part is lost, or one too many comes. */
  async next(): Promise<Uint8Array | undefined> {
    const part = await this.#coming[0];
    if (part === undefined) return undefined;
    this.#room -= part.bytes.length;
    if (this.#room < 0) throw new Error(`a message ${this.#label.subject} is too long`);
    this.#coming = part.isLast ? [] : this.#coming.slice(1);
    if (!part.isLast && this.#coming.length === 0) this.#ask();
    return part.bytes;
  }

  /** Returns the whole message, given its first part. Rejects if it has more than `maxBytes`. */
  async gather(first: Uint8Array, maxBytes: number): Promise<Buffer> {
    const parts = [first];
    let bytes = first.length;
    this.#askAhead(first.length);
    for (let part = await this.next(); part !== undefined; part = await this.next()) {
      this.#askAhead(first.length);
      parts.push(part);
      bytes += part.length;
      if (bytes > maxBytes) throw new Error(`A message has more than ${maxBytes} bytes`);
    }
    if (this.bytes !== undefined && bytes !== this.bytes) throw new Error(`${bytes} of ${this.bytes} bytes came`);
    return Buffer.concat(parts, bytes);
  }

  /** Tells the sender that the remaining parts are not needed. */
  drop(): void {
    if (this.#coming.length === 0) return;
    this.#coming = [];
    this.#reach.connection?.publish(this.#label.subject);
  }

  /** Asks for no part that does not exist, so only if the length of the message is known. */
  #askAhead(partBytes: number): void {
    const rest = Math.ceil((this.bytes ?? 0) / partBytes) - 1;
    while (this.#asked < rest && this.#coming.length < PARTS_AT_ONCE) this.#ask();
  }

  #ask(): void {
    this.#asked += 1;
    const coming = this.#request(this.#asked);
    // The request may fail while the caller is busy with the previous part. The caller gets the error from `next`.
    coming.catch(() => undefined);
    this.#coming = [...this.#coming, coming];
  }

  async #request(number: number): Promise<Part> {
    const timeoutMs = Math.min(PART_MS, this.#deadlineAt - Date.now());
    if (timeoutMs <= 0) throw new Error('No time is left');
    const message = await this.#reach.request(this.#label.subject, String(number), { timeoutMs });
    if (errorCodeOf(message.headers) !== undefined) throw new Error('the sender of a large message could not go on');
    return { bytes: message.data, isLast: isLastPart(message.headers) };
  }
}
