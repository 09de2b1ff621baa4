const FIRST_CAPACITY = 1_024;

/** Collects bytes in one buffer that doubles as it fills, up to a limit; bytes beyond the limit are dropped. */
export class GrowingBuffer {
  readonly #limit: number;
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A view that is valid until the next change. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  get isFull(): boolean {
    return this.#length >= this.#limit;
  }

  /** Returns how many of the bytes were added. */
  add(piece: Uint8Array): number {
    const taken = Math.min(piece.length, this.#limit - this.#length);
    if (taken === 0) return 0;
    const needed = this.#length + taken;
    if (needed > this.#buffer.length) {
      const capacity = Math.min(Math.max(needed, this.#buffer.length * 2, FIRST_CAPACITY), this.#limit);
      const larger = Buffer.allocUnsafeSlow(capacity);
      larger.set(this.bytes);
      this.#buffer = larger;
    }
    this.#buffer.set(piece.subarray(0, taken), this.#length);
    this.#length = needed;
    return taken;
  }

  clear(): void {
    this.#length = 0;
  }
}
