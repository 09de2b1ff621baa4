import type { StreamGrowth, StreamPage } from '@vedette/contract';
import type { Logger } from '@vedette/telemetry';
import { framed, type FramedPage } from './frames.ts';
import type { StreamClient } from './stream-client.ts';

const RETRY_MS = 1_000;

export interface FeedParts {
  /** Reads the entries after a cursor. */
  readonly read: (after: string | null) => Promise<StreamPage>;
  /** Subscribes to the messages that announce growth; returns the function that ends the subscription. */
  readonly subscribe: (take: (growth: StreamGrowth) => void) => () => void;
  readonly logger: Logger;
}

interface Place {
  readonly position: number;
  readonly cursor: string;
}

/**
 * One organization's stream in this gateway. Its live readers are all at the tip or ahead of it, so that a page that
 * is read once serves all of them. A reader that comes later catches up by itself, then joins them. So does a live
 * reader that has not taken its last page: a reader has one page on its way, and the rest stays in the log.
 */
export class Feed {
  readonly #parts: FeedParts;
  readonly #live = new Set<StreamClient>();
  readonly #behind = new Set<StreamClient>();
  readonly #unsubscribe: () => void;
  /** The place up to which the live readers have been served; it counts only while there are any. */
  #tip: Place = { position: 0, cursor: '' };
  /** The highest position that a message announced. */
  #announced = 0;
  #isAdvancing = false;
  /** How often there was a reason to read on. */
  #wakes = 0;

  /** Subscribes at once: growth after the first page that anybody reads is noticed. */
  constructor(parts: FeedParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.subscribe(({ position, bytes = 0 }) => {
      this.#announced = Math.max(this.#announced, position);
      for (const client of this.#behind) client.miss(bytes);
      if (position > this.#tip.position) void this.#advance();
    });
  }

  read(after: string | null): Promise<StreamPage> {
    return this.#parts.read(after);
  }

  /**
   * Lets a reader join the live ones when it has taken what it has got, and what came after that. `hasMore`: there is
   * more in the log.
   */
  async follow(client: StreamClient, hasMore: boolean): Promise<void> {
    this.#behind.add(client);
    try {
      for (let isBehind = hasMore; ; isBehind = await this.#serve(client)) {
        await client.drained();
        if (!client.isOpen || (!isBehind && this.#join(client))) return;
      }
    } catch (error) {
      this.#parts.logger.warn({ error }, 'a reader of a stream could not catch up; it is disconnected');
      client.drop('failure');
    }
  }

  leave(client: StreamClient): void {
    this.#live.delete(client);
    this.#behind.delete(client);
  }

  /** Shows readers that the stream lives, and finds growth whose message was lost. */
  poll(): void {
    for (const client of this.#live) if (client.isDrained) client.comment();
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
    this.#behind.delete(client);
    this.#live.add(client);
    if (this.#announced > this.#tip.position) void this.#advance();
    return true;
  }

  /** Gives a reader its next page; true if there is more after it. Nothing else keeps the page. */
  async #serve(client: StreamClient): Promise<boolean> {
    const page = await this.#parts.read(client.cursor);
    client.take(framed(page));
    return page.hasMore;
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
        this.#give(framed(page));
        isDone = !page.hasMore && this.#wakes === wakes;
      }
    } catch (error) {
      this.#parts.logger.warn({ error }, 'a stream of events could not be read; trying again');
      setTimeout(() => void this.#advance(), RETRY_MS).unref();
    } finally {
      this.#isAdvancing = false;
    }
  }

  /** To the live readers that have taken their last page. The others read it later, by themselves. */
  #give(page: FramedPage): void {
    for (const client of this.#live) {
      if (client.isDrained) client.take(page);
      else {
        this.#live.delete(client);
        client.miss(page.bytes.length);
        void this.follow(client, true);
      }
    }
  }
}
