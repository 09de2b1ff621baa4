import type { Writable } from 'node:stream';
import { COMMENT, entryFrame, farewellFrame, placeFrame, resetFrame, type FramedPage } from './frames.ts';
import type { UnreadBytes, UnreadReader } from './unread-bytes.ts';
import { PATIENCE_MS } from './unread-room.ts';

/** After its last words, a reader that does not take them is disconnected. */
const FAREWELL_MS = 2_000;

/** Why a stream has ended. */
export type StreamEnd = 'client' | 'slow' | 'credential' | 'stop' | 'failure';

export interface StreamClientOptions {
  readonly organizationId: string;
  readonly unread: UnreadBytes;
  /** The most that the reader may leave unread, here and in the log. */
  readonly maxUnreadBytes: number;
  /** The place that the reader says it has. */
  readonly cursor: string | null;
}

/** The open connection of one reader, and its place in the stream. */
export class StreamClient implements UnreadReader {
  /** Runs once, when the connection has ended. */
  onEnd: (reason: StreamEnd) => void = () => undefined;
  readonly organizationId: string;
  readonly #response: Writable;
  readonly #unread: UnreadBytes;
  readonly #maxUnreadBytes: number;
  #position = 0;
  #cursor: string | null;
  #reason: StreamEnd = 'client';
  /** Written, and not taken by the connection yet. */
  #heldBytes = 0;
  /** Logged since the reader last had nothing unread. */
  #missedBytes = 0;
  #onDrained: (() => void) | undefined;

  constructor(response: Writable, { organizationId, unread, maxUnreadBytes, cursor }: StreamClientOptions) {
    this.organizationId = organizationId;
    this.#response = response;
    this.#unread = unread;
    this.#maxUnreadBytes = maxUnreadBytes;
    this.#cursor = cursor;
    response.once('close', () => {
      this.#giveBack(this.#heldBytes);
      this.onEnd(this.#reason);
    });
  }

  get position(): number {
    return this.#position;
  }

  get cursor(): string | null {
    return this.#cursor;
  }

  get isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded;
  }

  /** True if the connection has taken everything that was written. */
  get isDrained(): boolean {
    return this.#heldBytes === 0;
  }

  /** Writes the part of a page that the reader does not have yet, and moves its place. */
  take({ entries, bytes, position, cursor, isReset }: FramedPage): void {
    if (isReset) this.#write(resetFrame(cursor));
    else if (this.#cursor === null) this.#write(placeFrame(cursor));
    else if (position <= this.#position) return;
    else {
      const missing = entries.filter((entry) => entry.position > this.#position);
      if (missing.length > 0) this.#write(missing.length === entries.length ? bytes : missing.map(entryFrame).join(''));
    }
    this.#position = position;
    this.#cursor = cursor;
  }

  /** Hears of bytes that the reader does not get before it has taken what was written. */
  miss(bytes: number): void {
    if (this.isDrained) return;
    this.#missedBytes += bytes;
    if (this.#heldBytes + this.#missedBytes > this.#maxUnreadBytes) this.end('slow');
  }

  comment(): void {
    this.#write(COMMENT);
  }

  /** Resolves when the reader has taken what was written, or is gone. */
  async drained(): Promise<void> {
    if (this.isDrained) return;
    await new Promise<void>((resolve) => (this.#onDrained = resolve));
  }

  /**
   * Ends the stream in order: the reader connects again, elsewhere or with another credential. A slow reader has longer to
   * read its last words, unless the stream has to end for another reason too.
   */
  end(reason: StreamEnd): void {
    if (this.#response.destroyed) return;
    if (this.isOpen) {
      this.#reason = reason;
      this.#response.end(farewellFrame(Math.random()));
    }
    setTimeout(() => this.#response.destroy(), reason === 'slow' ? PATIENCE_MS : FAREWELL_MS).unref();
  }

  /** Cuts the connection. */
  drop(reason: StreamEnd): void {
    if (this.isOpen) this.#reason = reason;
    this.#response.destroy();
    this.#giveBack(this.#heldBytes);
  }

  cut(): void {
    this.drop('slow');
  }

  #write(frames: Buffer | string): void {
    if (!this.isOpen) return;
    const bytes = typeof frames === 'string' ? Buffer.from(frames) : frames;
    if (!this.#unread.add(this, bytes.length)) {
      this.end('slow');
      return;
    }
    this.#heldBytes += bytes.length;
    this.#response.write(bytes, () => this.#giveBack(bytes.length));
  }

  /** After the end, all bytes have been given back. */
  #giveBack(bytes: number): void {
    if (this.#heldBytes === 0) return;
    this.#heldBytes -= bytes;
    this.#unread.giveBack(this, bytes, this.isDrained);
    if (!this.isDrained) return;
    this.#missedBytes = 0;
    this.#onDrained?.();
    this.#onDrained = undefined;
  }
}
