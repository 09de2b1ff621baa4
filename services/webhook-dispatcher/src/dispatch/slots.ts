// Decides how many attempts a replica may have in flight, so that endpoints that fail or are slow never use up all.

import type { Lane } from './sending-pace.ts';

/** Called when there may be a slot; answers whether it is still wanted. */
export type Waiter = () => boolean;

/** Troubled endpoints share half of the slots; swift ones may use all. */
export class Slots {
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

  /** How many of the slots asked for are granted; give each of them back. */
  take(lane: Lane, wanted: number): number {
    const granted = Math.max(0, Math.min(wanted, this.free(lane)));
    this.#used[lane] += granted;
    return granted;
  }

  /** `returned` are free for whoever has waited longest. */
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

  /** Called once, those first who wait longest. */
  whenFree(waiter: Waiter): void {
    this.#waiting.add(waiter);
  }
}
