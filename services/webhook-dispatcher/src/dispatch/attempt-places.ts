// Decides how many attempts a replica may have in flight, so that failing or slow endpoints never use up all places.

import type { Lane } from './sending-pace.ts';

/** Called when a place may be free; returns true if the place is still wanted. */
export type Waiter = () => boolean;

/** Troubled endpoints share half of the places; swift endpoints may use all. */
export class AttemptPlaces {
  readonly #total: number;
  readonly #troubledLimit: number;
  readonly #waiting = new Set<Waiter>();
  readonly #used: Record<Lane, number> = { swift: 0, troubled: 0 };

  constructor(total: number) {
    this.#total = total;
    this.#troubledLimit = Math.max(1, Math.floor(total / 2));
  }

  get inUse(): number {
    return this.#used.swift + this.#used.troubled;
  }

  free(lane: Lane): number {
    const free = this.#total - this.inUse;
    return lane === 'swift' ? free : Math.min(free, this.#troubledLimit - this.#used.troubled);
  }

  /** Returns how many of the wanted places are granted; the caller gives each of them back. */
  take(lane: Lane, wanted: number): number {
    const granted = Math.max(0, Math.min(wanted, this.free(lane)));
    this.#used[lane] += granted;
    return granted;
  }

  /** Offers the returned places to the waiters, the longest waiting first. */
  give(lane: Lane, returned: number): void {
    if (returned === 0) return;
    this.#used[lane] -= returned;
    let left = returned;
    for (const waiter of this.#waiting) {
      if (left === 0) break;
      this.#waiting.delete(waiter);
      if (waiter()) left -= 1;
    }
  }

  /** The waiter is called once; the longest waiting comes first. */
  whenFree(waiter: Waiter): void {
    this.#waiting.add(waiter);
  }
}
