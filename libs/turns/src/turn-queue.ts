/** What waits, by organization: organizations take turns, and the items of each stay in order. */
export class TurnQueue<T> {
  /** The organization that had the last turn is at the end. */
  readonly #waiting = new Map<string, T[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  has(organizationId: string): boolean {
    return this.#waiting.has(organizationId);
  }

  /** Number of items of one organization. */
  lengthOf(organizationId: string): number {
    return this.#waiting.get(organizationId)?.length ?? 0;
  }

  push(organizationId: string, item: T): void {
    const own = this.#waiting.get(organizationId);
    if (own === undefined) this.#waiting.set(organizationId, [item]);
    else own.push(item);
    this.#length += 1;
  }

  /** Takes the next item of an organization that may have a turn; undefined if none of them waits. */
  shift(mayHaveTurn: (organizationId: string) => boolean = () => true): T | undefined {
    for (const [organizationId, own] of this.#waiting) {
      if (!mayHaveTurn(organizationId)) continue;
      this.#waiting.delete(organizationId);
      const item = own.shift();
      if (own.length > 0) this.#waiting.set(organizationId, own);
      this.#length -= 1;
      return item;
    }
    return undefined;
  }

  /** Removes the newest item of the organization with the most items; undefined if nothing waits. */
  dropOfLargest(): T | undefined {
    let largest: [string, T[]] | undefined;
    for (const entry of this.#waiting) {
      if (largest === undefined || entry[1].length > largest[1].length) largest = entry;
    }
    if (largest === undefined) return undefined;
    const [organizationId, own] = largest;
    const item = own.pop();
    if (own.length === 0) this.#waiting.delete(organizationId);
    this.#length -= 1;
    return item;
  }

  /** Removes an item from the queue; no effect if the item is not there. */
  remove(organizationId: string, item: T): void {
    const own = this.#waiting.get(organizationId);
    const index = own?.indexOf(item) ?? -1;
    if (own === undefined || index < 0) return;
    own.splice(index, 1);
    if (own.length === 0) this.#waiting.delete(organizationId);
    this.#length -= 1;
  }
}
