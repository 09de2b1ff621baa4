import { inParts } from '@vedette/messaging/in-parts';
import type { PingAddress } from './ping-path.ts';

export interface ReceivedPing extends PingAddress {
  readonly receivedAt: Date;
}

/** Unknown: no monitor has the token. Lost: it could not be stored in time. */
export type PingFate = 'stored' | 'unknown' | 'lost';

export interface PingStore {
  /** Stores pings durably, all or none, and returns the tokens that some monitor has. */
  store(pings: readonly ReceivedPing[]): Promise<ReadonlySet<string>>;
}

interface Waiting {
  readonly ping: ReceivedPing;
  readonly settle: (fate: PingFate) => void;
}

const MAX_BATCH = 1_000;
/** So many are waited for at most: they are what comes in while PostgreSQL is away for a few seconds. */
const MAX_WAITING = 20_000;
/** A job that waits for an answer has given up by then. */
const GIVE_UP_AFTER_MS = 10_000;
const RETRY_MS = 200;

/** Gathers the pings that come in while others are written, and writes them together. */
export class PingWriter {
  readonly #store: PingStore;
  readonly #onFailure: (error: unknown) => void;
  #waiting: Waiting[] = [];
  #batch: readonly Waiting[] = [];
  #writing: Promise<void> | undefined;

  constructor(store: PingStore, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#onFailure = onFailure;
  }

  /** Settles when the ping is durable, or never will be. */
  write(ping: ReceivedPing): Promise<PingFate> {
    if (this.#waiting.length >= MAX_WAITING) return Promise.resolve('lost');
    return new Promise((settle) => {
      this.#waiting.push({ ping, settle });
      this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined));
    });
  }

  /** Every ping that was received until then is settled. */
  get settledUntil(): Date {
    const oldest = this.#batch[0] ?? this.#waiting[0];
    return oldest === undefined ? new Date() : new Date(oldest.ping.receivedAt.getTime() - 1);
  }

  /** Returns when no ping is left to be settled. */
  async end(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Pings that arrive together in one turn of the event loop go together.
      await new Promise((resolve) => setImmediate(resolve));
      this.#batch = this.#waiting.splice(0, MAX_BATCH);
      const unsettled = new Set(this.#batch);
      try {
        await this.#writeBatch(unsettled);
      } catch (error) {
        this.#onFailure(error);
        await this.#keep([...unsettled]);
      }
      this.#batch = [];
    }
  }

  /** A ping that PostgreSQL refuses is lost alone: nobody else's is. */
  async #writeBatch(unsettled: Set<Waiting>): Promise<void> {
    await inParts(
      [...unsettled],
      async (part) => {
        const known = await this.#store.store(part.map(({ ping }) => ping));
        for (const waiting of part) {
          waiting.settle(known.has(waiting.ping.token) ? 'stored' : 'unknown');
          unsettled.delete(waiting);
        }
      },
      (waiting, error) => {
        this.#onFailure(error);
        waiting.settle('lost');
        unsettled.delete(waiting);
      },
    );
  }

  /** What could not be written is tried again, as long as somebody waits for it. */
  async #keep(batch: readonly Waiting[]): Promise<void> {
    const oldest = Date.now() - GIVE_UP_AFTER_MS;
    const kept = batch.filter(({ ping, settle }) => {
      const isWaitedFor = ping.receivedAt.getTime() > oldest;
      if (!isWaitedFor) settle('lost');
      return isWaitedFor;
    });
    this.#waiting.unshift(...kept);
    if (kept.length > 0) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
