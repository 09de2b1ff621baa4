/** What waits, by organization: they take turns, and each has its own in order. */
export class TurnQueue<T> {
  /** An organization that had its turn goes to the end. */
  readonly #waiting = new Map<string, T[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(organizationId: string, item: T): void {
    const own = this.#waiting.get(organizationId);
    if (own === undefined) this.#waiting.set(organizationId, [item]);
    else own.push(item);
    this.#length += 1;
  }

  /** Undefined when nothing waits. */
  shift(): T | undefined {
    for (const [organizationId, own] of this.#waiting) {
      this.#waiting.delete(organizationId);
      const item = own.shift();
      if (own.length > 0) this.#waiting.set(organizationId, own);
      this.#length -= 1;
      return item;
    }
    return undefined;
  }
}
