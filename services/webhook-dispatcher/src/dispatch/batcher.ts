interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Joins what comes while a batch runs into the next one, so that many small writes become few larger ones under load and
 * none waits when there is none. An item that makes its batch fail is tried again alone, and the others without it.
 */
export class Batcher<Item> {
  readonly #mostItems: number;
  readonly #run: (items: readonly Item[]) => Promise<unknown>;
  #waiting: Waiting<Item>[] = [];
  #isRunning = false;

  constructor(mostItems: number, run: (items: readonly Item[]) => Promise<unknown>) {
    this.#mostItems = mostItems;
    this.#run = run;
  }

  /** Resolves when the batch that holds the item is through, and rejects when the item itself failed. */
  add(item: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isRunning) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    // What comes in the same turn belongs together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#mostItems);
      await this.#settle(batch);
    }
    this.#isRunning = false;
  }

  async #settle(batch: readonly Waiting<Item>[]): Promise<void> {
    try {
      await this.#run(batch.map(({ item }) => item));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1) only?.reject(error);
      else await Promise.all(batch.map((each) => this.#settle([each])));
    }
  }
}
