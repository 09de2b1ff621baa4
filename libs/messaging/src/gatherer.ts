interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface GathererOptions<Item, Answer> {
  /** How many of the waiting items, oldest first, form the next batch. */
  readonly size: number | ((waiting: readonly Item[]) => number);
  /** Number of batches that may run at once. Default: 1. */
  readonly concurrency?: number;
  /**
   * How long the newest batch runs before another one starts beside it. Default: 0. A wait makes batches larger, and still
   * lets items pass a batch that hangs.
   */
  readonly besideAfterMs?: number;
  /** How long a partial batch waits for more items. Default: until the end of this turn of the event loop. */
  readonly gatherMs?: number;
  /** Returns the answers in the order of the items. */
  readonly run: (items: readonly Item[]) => Promise<readonly Answer[] | void>;
}

/**
 * Gathers items into batches: items that arrive together, or while a batch runs, share the next batch. Under load many
 * small statements become a few large ones; a single item hardly waits. Items of a failed batch are tried one by one.
 */
export class Gatherer<Item, Answer = void> {
  readonly #options: GathererOptions<Item, Answer>;
  readonly #waiting: Waiting<Item, Answer>[] = [];
  /** Running batches, in the order in which they started. */
  readonly #underWay = new Set<readonly Waiting<Item, Answer>[]>();
  readonly #onIdle: (() => void)[] = [];
  #isScheduled = false;
  /** When the newest batch started, in milliseconds of a monotonic clock. */
  #startedAt = 0;
  /** Until a batch may start beside those that run. */
  #beside: NodeJS.Timeout | undefined;

  constructor(options: GathererOptions<Item, Answer>) {
    this.#options = options;
  }

  /** Number of items that are not in a batch yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** The oldest item that waits or is in a running batch. */
  get oldest(): Item | undefined {
    const [batch = this.#waiting] = this.#underWay;
    return batch[0]?.item;
  }

  /** Resolves when the item's batch is done. Rejects if the item itself failed. */
  add(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#next();
    });
  }

  /** Rejects the items that are not in a batch yet. */
  refuseWaiting(reason: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
  }

  /** Resolves when no item waits and no batch runs. */
  async settled(): Promise<void> {
    if (!this.#isIdle()) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  #isIdle(): boolean {
    return this.#waiting.length === 0 && this.#underWay.size === 0;
  }

  #size(): number {
    const { size } = this.#options;
    return typeof size === 'number' ? size : size(this.#waiting.map(({ item }) => item));
  }

  #hasPlace(): boolean {
    const isFree = this.#waiting.length > 0 && this.#underWay.size < (this.#options.concurrency ?? 1);
    return isFree && (this.#underWay.size === 0 || this.#besideInMs() <= 0);
  }

  #besideInMs(): number {
    const { besideAfterMs = 0 } = this.#options;
    return besideAfterMs === 0 ? 0 : this.#startedAt + besideAfterMs - performance.now();
  }

  /** Looks again when a batch may start beside those that run. */
  #lookAgain(): void {
    if (this.#beside !== undefined || this.#waiting.length === 0 || this.#underWay.size === 0) return;
    if (this.#underWay.size >= (this.#options.concurrency ?? 1)) return;
    this.#beside = setTimeout(
      () => {
        this.#beside = undefined;
        this.#next();
      },
      Math.max(1, this.#besideInMs()),
    );
  }

  /** Starts full batches at once; the remaining items wait for more. */
  #next(): void {
    while (this.#hasPlace() && this.#size() < this.#waiting.length) this.#start();
    if (this.#isScheduled) return;
    if (!this.#hasPlace()) {
      this.#lookAgain();
      return;
    }
    this.#isScheduled = true;
    const startAll = (): void => {
      this.#isScheduled = false;
      while (this.#hasPlace()) this.#start();
      this.#lookAgain();
    };
    if (this.#options.gatherMs === undefined) setImmediate(startAll);
    else setTimeout(startAll, this.#options.gatherMs);
  }

  #start(): void {
    const batch = this.#waiting.splice(0, this.#size());
    this.#underWay.add(batch);
    this.#startedAt = performance.now();
    clearTimeout(this.#beside);
    this.#beside = undefined;
    void this.#run(batch).finally(() => {
      this.#underWay.delete(batch);
      if (this.#isIdle()) for (const tell of this.#onIdle.splice(0)) tell();
      this.#next();
    });
  }

  async #run(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = (await this.#options.run(batch.map(({ item }) => item))) ?? [];
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      if (batch.length === 1) for (const { reject } of batch) reject(error);
      else await Promise.all(batch.map((each) => this.#run([each])));
    }
  }
}
