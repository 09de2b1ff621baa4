import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Msg, MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import { ApiError } from '@vedette/contract/errors';
import { partsSubject } from '@vedette/contract/subject';
import type { Counter, Logger, Metrics } from '@vedette/telemetry';
import { ByteBudget } from '@vedette/turns';
import { type NatsReach, ParcelReader, type ReaderLimits } from './parcel-reader.ts';
import { cutParts, fitsOnePart, PART_BYTES, type Part, type Pieces } from './parts.ts';
import { errorReply, lastPartHeaders, readParcel, writeParcel } from './wire.ts';

/** Limit for all large messages that a process holds, sent and received. */
const BUDGET_BYTES = 64 * 1024 * 1024;
/** For an answer made in pieces, the process holds the part that waits to be fetched and the piece being made. */
const PIECEWISE_BYTES = 2 * PART_BYTES;
/** Limit for a received message whose length is not known in advance. */
const MAX_UNMEASURED_BYTES = 16 * 1024 * 1024;
/** A receiver that has not asked for the next part for this long is gone, or its own client reads too slowly. */
const IDLE_MS = 45_000;

/** The first part of a large message, which is sent at once. The receiver fetches the rest. */
export interface Packed {
  readonly bytes: Uint8Array;
  /** Tells the receiver where the rest is. */
  label(headers: MsgHdrs): void;
  /** Frees the rest, since the receiver will not ask for it any more. */
  letGo(): void;
}

interface Parcel {
  readonly parts: AsyncGenerator<Part, void, undefined>;
  readonly idle: NodeJS.Timeout;
  readonly gone: PromiseWithResolvers<void>;
  readonly bytes: number;
  /** Pieces are made in the scope of the request that they answer, and so take turns as its organization. */
  readonly inScope: ReturnType<typeof AsyncLocalStorage.snapshot>;
  given: number;
  turn: Promise<void>;
}

/**
 * The large messages of one process, both requests and answers. The first part of a large message is sent as the
 * message itself. The process keeps the rest as a parcel, and the receiver fetches it part by part, at its own pace.
 */
export class Parcels {
  readonly #reach: NatsReach;
  readonly #service: string;
  readonly #replica = randomUUID();
  readonly #logger: Logger | undefined;
  readonly #budget: ByteBudget;
  readonly #kept = new Map<string, Parcel>();
  #refused: Counter | undefined;

  constructor(reach: NatsReach, service: string, logger?: Logger, budgetBytes = BUDGET_BYTES) {
    this.#reach = reach;
    this.#service = service;
    this.#logger = logger;
    this.#budget = new ByteBudget(budgetBytes);
  }

  get heldBytes(): number {
    return this.#budget.used;
  }

  observe(metrics: Metrics): void {
    metrics.observedGauge('parcel_bytes', 'Bytes of large messages that are held', () => this.heldBytes);
    this.#refused = metrics.counter('parcels_refused_total', 'Large messages that found no room in time');
  }

  /** Answers receivers that fetch parts from this process. */
  listen(connection: NatsConnection): void {
    connection.subscribe(partsSubject(this.#service, this.#replica, '*'), {
      callback: (error, message) => {
        if (error === null) this.#receive(message);
      },
    });
  }

  /** Sends a request of any length and waits for the answer. Returns the whole answer or its first part. */
  request(subject: string, payload: string, headers: MsgHdrs, deadlineAt: number): Promise<Msg> {
    return fitsOnePart(payload)
      ? this.#send(subject, payload, headers, deadlineAt)
      : this.#sendPacked(subject, payload, headers, deadlineAt);
  }

  async #sendPacked(subject: string, payload: string, headers: MsgHdrs, deadlineAt: number): Promise<Msg> {
    const packed = await this.pack(payload, deadlineAt);
    packed.label(headers);
    try {
      return await this.#send(subject, packed.bytes, headers, deadlineAt);
    } finally {
      packed.letGo();
    }
  }

  #send(subject: string, payload: string | Uint8Array, headers: MsgHdrs, deadlineAt: number): Promise<Msg> {
    const timeoutMs = deadlineAt - Date.now();
    if (timeoutMs <= 0) return Promise.reject(new Error('No time is left'));
    return this.#reach.request(subject, payload, { timeoutMs, headers });
  }

  async pack(payload: string | Pieces, deadlineAt: number): Promise<Packed> {
    if (typeof payload !== 'string') return this.#packParts(cutParts(payload), deadlineAt);
    const whole = Buffer.from(payload);
    return this.#packParts(cutParts([whole]), deadlineAt, whole.length);
  }

  /** Takes room only if there is a second part: most answers that are made in pieces fit into one part. */
  async #packParts(parts: Parcel['parts'], deadlineAt: number, length?: number): Promise<Packed> {
    const { value: first } = await parts.next();
    if (first === undefined) throw new Error('A message has no part');
    if (first.isLast) return { bytes: first.bytes, label: () => undefined, letGo: () => undefined };
    const bytes = length ?? PIECEWISE_BYTES;
    await this.#takeRoom(bytes, deadlineAt).catch(async (error: unknown) => {
      await parts.return();
      throw error;
    });
    const id = this.#keep(parts, bytes);
    return {
      bytes: first.bytes,
      label: (headers) => writeParcel(headers, partsSubject(this.#service, this.#replica, id), length),
      letGo: () => this.#letGo(id),
    };
  }

  /** Returns undefined if the message is complete. */
  open({ headers }: Msg, limits?: ReaderLimits): ParcelReader | undefined {
    const label = readParcel(headers);
    return label && new ParcelReader(this.#reach, label, limits);
  }

  /** Parses the whole message as JSON. A promise only if parts of it must be fetched first. */
  json<T>(message: Msg, deadlineAt: number): T | Promise<T> {
    const reader = this.open(message, { deadlineAt });
    return reader === undefined ? message.json<T>() : this.#gatheredJson<T>(message, reader, deadlineAt);
  }

  async #gatheredJson<T>(message: Msg, reader: ParcelReader, deadlineAt: number): Promise<T> {
    const bytes = reader.bytes ?? MAX_UNMEASURED_BYTES;
    try {
      await this.#takeRoom(bytes, deadlineAt);
      try {
        return JSON.parse((await reader.gather(message.data, bytes)).toString()) as T;
      } finally {
        this.#budget.giveBack(bytes);
      }
    } finally {
      reader.drop();
    }
  }

  /** Resolves when every parcel has been fetched or given up. Without NATS, all are given up: no receiver can fetch. */
  async fetched(): Promise<void> {
    if (this.#reach.connection === undefined) for (const id of this.#kept.keys()) this.#letGo(id);
    await Promise.all([...this.#kept.values()].map(({ gone }) => gone.promise));
  }

  async #takeRoom(bytes: number, deadlineAt: number): Promise<void> {
    if (await this.#budget.take(bytes, deadlineAt)) return;
    this.#refused?.inc();
    this.#logger?.warn({ bytes, held: this.#budget.used }, 'there was no room for a large message');
    throw ApiError.internal();
  }

  #keep(parts: Parcel['parts'], bytes: number): string {
    const id = randomUUID();
    const idle = setTimeout(() => this.#letGo(id), IDLE_MS).unref();
    const gone = Promise.withResolvers<void>();
    const inScope = AsyncLocalStorage.snapshot();
    this.#kept.set(id, { parts, idle, gone, bytes, inScope, given: 0, turn: Promise.resolve() });
    return id;
  }

  #letGo(id: string): void {
    const parcel = this.#kept.get(id);
    if (parcel === undefined) return;
    this.#kept.delete(id);
    clearTimeout(parcel.idle);
    this.#budget.giveBack(parcel.bytes);
    // A piece that is being made is still finished; its outcome no longer matters.
    parcel.parts.return().catch(() => undefined);
    parcel.gone.resolve();
  }

  /** Handles a request for the next part, given by its number. An empty request means that no more parts are wanted. */
  #receive(message: Msg): void {
    const id = message.subject.slice(message.subject.lastIndexOf('.') + 1);
    const parcel = this.#kept.get(id);
    if (message.data.length === 0) this.#letGo(id);
    else if (parcel === undefined) this.#respondFailure(message);
    else parcel.turn = parcel.turn.then(() => this.#give(id, parcel, message));
  }

  async #give(id: string, parcel: Parcel, message: Msg): Promise<void> {
    try {
      parcel.given += 1;
      if (Number(message.string()) !== parcel.given) throw new Error('A part was asked for out of turn');
      parcel.idle.refresh();
      const { value: part } = await parcel.inScope(() => parcel.parts.next());
      if (part === undefined) throw new Error('There is no such part');
      message.respond(part.bytes, part.isLast ? { headers: lastPartHeaders() } : {});
      if (part.isLast) this.#letGo(id);
    } catch (error) {
      this.#logger?.error({ error }, 'a large message could not be sent to its end');
      this.#letGo(id);
      this.#respondFailure(message);
    }
  }

  #respondFailure(message: Msg): void {
    const { headers, body } = errorReply(ApiError.internal());
    message.respond(body, { headers });
  }
}
