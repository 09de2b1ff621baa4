import type { StreamGrowth, StreamPage } from '@vedette/contract';
import type { Logger } from '@vedette/telemetry';
import { framed } from './frames.ts';
import type { StreamClient } from './stream-client.ts';

const RETRY_MS = 1_000;

export interface FeedParts {
  /** Reads the entries after a cursor. */
  readonly read: (after: string | null) => Promise<StreamPage>;
  /** Subscribes to the messages that tell of growth; returns the function that ends the subscription. */
  readonly subscribe: (take: (growth: StreamGrowth) => void) => () => void;
  readonly logger: Logger;
}

interface Place {
  readonly position: number;
  readonly cursor: string;
}

/**
 * One organization's stream in this gateway. Its live readers are all at the tip or ahead of it, so that a page that
 * is read once serves all of them. A reader that comes later catches up by itself, then joins them.
 */
export class Feed {
  readonly #parts: FeedParts;
  readonly #live = new Set<StreamClient>();
  readonly #unsubscribe: () => void;
  /** The place up to which the live readers have been served; it counts only while there are any. */
  #tip: Place = { position: 0, cursor: '' };
  /** The highest position that a message told of. */
  #heard = 0;
  #isAdvancing = false;
  /** How often there was a reason to read on. */
  #wakes = 0;

  /** Subscribes at once: growth after the first page that anybody reads is heard of. */
  constructor(parts: FeedParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.subscribe(({ position }) => {
      this.#heard = Math.max(this.#heard, position);
      if (position > this.#tip.position) void this.#advance();
    });
  }

  read(after: string | null): Promise<StreamPage> {
    return this.#parts.read(after);
  }

  /** Serves a reader for as long as it stays. `page`: what comes after its cursor. */
  async follow(client: StreamClient, page: StreamPage): Promise<void> {
    for (let next = page; ; next = await this.#parts.read(client.cursor)) {
      client.take(framed(next));
      await client.drained();
      if (!client.isOpen) return;
      if (!next.hasMore && this.#join(client)) return;
    }
  }

  leave(client: StreamClient): void {
    this.#live.delete(client);
  }

  /** Shows readers that the stream lives, and finds what a lost message did not tell of. */
  poll(): void {
    for (const client of this.#live) client.comment();
    void this.#advance();
  }

  close(): void {
    this.#unsubscribe();
  }

  /** False if the live readers are ahead. */
  #join(client: StreamClient): boolean {
    const { position, cursor } = client;
    if (this.#live.size === 0) this.#tip = { position, cursor: cursor ?? '' };
    else if (position < this.#tip.position) return false;
    this.#live.add(client);
    if (this.#heard > this.#tip.position) void this.#advance();
    return true;
  }

  /** Reads on from the tip until there is no more. */
  async #advance(): Promise<void> {
    this.#wakes += 1;
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    try {
      for (let isDone = false; !isDone && this.#live.size > 0;) {
        const [wakes, from] = [this.#wakes, this.#tip];
        const page = await this.#parts.read(from.cursor);
        // All readers may have left meanwhile, and others may have come, with another tip.
        if (this.#tip !== from) continue;
        this.#tip = { position: page.position, cursor: page.cursor };
        const text = framed(page);
        for (const client of this.#live) client.take(text);
        isDone = !page.hasMore && this.#wakes === wakes;
      }
    } catch (error) {
      this.#parts.logger.warn({ error }, 'a stream of events could not be read; trying again');
      setTimeout(() => void this.#advance(), RETRY_MS).unref();
    } finally {
      this.#isAdvancing = false;
    }
  }
}
