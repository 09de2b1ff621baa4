import { setTimeout as sleep } from 'node:timers/promises';
import { Gatherer } from '@vedette/messaging/gatherer';
import { inParts } from '@vedette/messaging/in-parts';
import type { PingAddress } from '../heartbeats/ping-path.ts';

export interface ReceivedPing extends PingAddress {
  readonly receivedAt: Date;
}

/** Unknown: no monitor has the token. Lost: it could not be stored in time. */
export type PingFate = 'stored' | 'unknown' | 'lost';

export interface PingStore {
  /** Stores pings durably, all or none, and returns the tokens that some monitor has. */
  store(pings: readonly ReceivedPing[]): Promise<ReadonlySet<string>>;
}

const MAX_BATCH = 1_000;
/** So many are waited for at most: they are what comes in while PostgreSQL is away for a few seconds. */
const MAX_WAITING = 20_000;
/** A job that waits for an answer has given up by then. */
const GIVE_UP_AFTER_MS = 10_000;
const RETRY_MS = 200;

/** Writes pings, those together that come in while others are written. */
export class PingWriter {
  readonly #store: PingStore;
  readonly #onFailure: (error: unknown) => void;
  readonly #gatherer = new Gatherer<ReceivedPing, PingFate>({ size: MAX_BATCH, run: (pings) => this.#writeAll(pings) });

  constructor(store: PingStore, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#onFailure = onFailure;
  }

  /** Settles when the ping is durable, or never will be. */
  async write(ping: ReceivedPing): Promise<PingFate> {
    return this.#gatherer.waiting >= MAX_WAITING ? 'lost' : this.#gatherer.add(ping);
  }

  /** Every ping that was received until then is settled. */
  get settledUntil(): Date {
    const { oldest } = this.#gatherer;
    return oldest === undefined ? new Date() : new Date(oldest.receivedAt.getTime() - 1);
  }

  /** Returns when no ping is left to be settled. */
  end(): Promise<void> {
    return this.#gatherer.settled();
  }

  /** What could not be written is tried again, as long as somebody waits for it. */
  async #writeAll(pings: readonly ReceivedPing[]): Promise<PingFate[]> {
    const fates = new Map<ReceivedPing, PingFate>();
    let unsettled = pings;
    while (unsettled.length > 0) {
      try {
        await this.#writeSome(unsettled, fates);
      } catch (error) {
        this.#onFailure(error);
        if (unsettled.some((ping) => !fates.has(ping) && isWaitedFor(ping))) await sleep(RETRY_MS);
      }
      unsettled = unsettled.filter((ping) => !fates.has(ping) && isWaitedFor(ping));
    }
    return pings.map((ping) => fates.get(ping) ?? 'lost');
  }

  /** A ping that PostgreSQL refuses is lost alone: nobody else's is. */
  async #writeSome(pings: readonly ReceivedPing[], fates: Map<ReceivedPing, PingFate>): Promise<void> {
    await inParts(
      pings,
      async (part) => {
        const known = await this.#store.store(part);
        for (const ping of part) fates.set(ping, known.has(ping.token) ? 'stored' : 'unknown');
      },
      (ping, error) => {
        this.#onFailure(error);
        fates.set(ping, 'lost');
      },
    );
  }
}

function isWaitedFor({ receivedAt }: ReceivedPing): boolean {
  return receivedAt.getTime() > Date.now() - GIVE_UP_AFTER_MS;
}
