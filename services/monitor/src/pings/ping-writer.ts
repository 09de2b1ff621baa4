import { setTimeout as sleep } from 'node:timers/promises';
import { Gatherer } from '@vedette/messaging/gatherer';
import { inParts } from '@vedette/messaging/in-parts';
import type { PingAddress } from '../heartbeats/ping-path.ts';

export interface ReceivedPing extends PingAddress {
  readonly receivedAt: Date;
}

/** Unknown: no monitor has the token. Lost: the ping could not be stored in time. */
export type PingFate = 'stored' | 'unknown' | 'lost';

export interface PingStore {
  /** Stores all pings durably, or none, and returns the tokens that belong to a monitor. */
  store(pings: readonly ReceivedPing[]): Promise<ReadonlySet<string>>;
}

const MAX_BATCH = 1_000;
/** The most pings that may wait: about as many as arrive while PostgreSQL is down for a few seconds. */
const MAX_WAITING = 20_000;
/** A job that waits for an answer has given up by then. */
const GIVE_UP_AFTER_MS = 10_000;
const RETRY_MS = 200;

/** Writes pings. Pings that arrive during a write form the next batch. */
export class PingWriter {
  readonly #store: PingStore;
  readonly #onFailure: (error: unknown) => void;
  readonly #gatherer = new Gatherer<ReceivedPing, PingFate>({ size: MAX_BATCH, run: (pings) => this.#writeAll(pings) });

  constructor(store: PingStore, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#onFailure = onFailure;
  }

  /** Resolves when the ping is stored durably, or when it never will be. */
  async write(ping: ReceivedPing): Promise<PingFate> {
    return this.#gatherer.waiting >= MAX_WAITING ? 'lost' : this.#gatherer.add(ping);
  }

  /** Every ping that was received until this time is settled. */
  get settledUntil(): Date {
    const { oldest } = this.#gatherer;
    return oldest === undefined ? new Date() : new Date(oldest.receivedAt.getTime() - 1);
  }

  /** Returns when all pings are settled. */
  end(): Promise<void> {
    return this.#gatherer.settled();
  }

  /** Retries failed writes until the waiting clients have given up. */
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

  /** If PostgreSQL refuses a ping, only that ping is lost. */
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
