import type { PingFate } from './ping-writer.ts';

export type PingCounts = Record<PingFate, number>;

/** Pings are counted for this long and reported in one message: a message for each would cost more than the ping. */
const TELL_AFTER_MS = 10;

export class PingTally {
  readonly #tell: (counts: Readonly<PingCounts>) => void;
  #counts: PingCounts | undefined;

  constructor(tell: (counts: Readonly<PingCounts>) => void) {
    this.#tell = tell;
  }

  add(fate: PingFate): void {
    if (this.#counts === undefined) {
      this.#counts = { stored: 0, unknown: 0, lost: 0 };
      setTimeout(() => this.#flush(), TELL_AFTER_MS);
    }
    this.#counts[fate] += 1;
  }

  #flush(): void {
    if (this.#counts !== undefined) this.#tell(this.#counts);
    this.#counts = undefined;
  }
}
