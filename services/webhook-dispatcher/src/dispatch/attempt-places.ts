import { freePlaces, type Lane } from './sending-pace.ts';

/** Called when a place may be free; returns true if the place is still wanted. */
export type Waiter = () => boolean;

/** The attempts that a replica has in flight, and the endpoints that wait for a place. */
export class AttemptPlaces {
  readonly #total: number;
  readonly #waiting = new Set<Waiter>();
  readonly #used: Record<Lane, number> = { swift: 0, troubled: 0 };

  constructor(total: number) {
    this.#total = total;
  }

  get inUse(): number {
    return this.#used.swift + this.#used.troubled;
  }

  free(lane: Lane): number {
    return freePlaces(lane, this.#used, this.#total);
  }

  /** Expects that a place is free. */
  take(lane: Lane): void {
    this.#used[lane] += 1;
  }

  /** Offers the place to the waiters, the longest waiting first. */
  give(lane: Lane): void {
    this.#used[lane] -= 1;
    for (const waiter of this.#waiting) {
      this.#waiting.delete(waiter);
      if (waiter()) break;
    }
  }

  /** The waiter is called once; the longest waiting comes first. */
  whenFree(waiter: Waiter): void {
    this.#waiting.add(waiter);
  }
}
