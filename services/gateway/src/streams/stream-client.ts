import type { Writable } from 'node:stream';
import { COMMENT, entryFrame, farewellFrame, placeFrame, resetFrame, type FramedPage } from './frames.ts';

/** A reader that leaves more than this unread is disconnected; it can go on from its place. */
const MAX_UNREAD_BYTES = 1_000_000;
/** After its last words, a reader that does not take them is disconnected. */
const FAREWELL_MS = 2_000;

/** Why a stream has ended. */
export type StreamEnd = 'client' | 'slow' | 'credential' | 'stop' | 'failure';

/** The open connection of one reader, and its place in the stream. */
export class StreamClient {
  /** Runs once, when the connection has ended. */
  onEnd: (reason: StreamEnd) => void = () => undefined;
  readonly #response: Writable;
  #position = 0;
  #cursor: string | null;
  #reason: StreamEnd = 'client';

  /** `cursor`: the place that the reader says it has. */
  constructor(response: Writable, cursor: string | null) {
    this.#response = response;
    this.#cursor = cursor;
    response.once('close', () => this.onEnd(this.#reason));
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

  /** Writes the part of a page that the reader does not have yet, and moves its place. */
  take({ entries, text, position, cursor, isReset }: FramedPage): void {
    if (isReset) this.#write(resetFrame(cursor));
    else if (this.#cursor === null) this.#write(placeFrame(cursor));
    else if (position <= this.#position) return;
    else {
      const missing = entries.filter((entry) => entry.position > this.#position);
      if (missing.length > 0) this.#write(missing.length === entries.length ? text : missing.map(entryFrame).join(''));
    }
    this.#position = position;
    this.#cursor = cursor;
  }

  comment(): void {
    this.#write(COMMENT);
  }

  /** Resolves when the reader has taken what was written, or is gone. */
  async drained(): Promise<void> {
    const response = this.#response;
    if (!response.writableNeedDrain || !this.isOpen) return;
    await new Promise<void>((resolve) => {
      const settle = (): void => {
        response.off('drain', settle).off('close', settle);
        resolve();
      };
      response.once('drain', settle).once('close', settle);
    });
  }

  /** Ends the stream in order: the reader connects again, elsewhere or with another credential. */
  end(reason: StreamEnd): void {
    if (!this.isOpen) return;
    this.#reason = reason;
    this.#response.end(farewellFrame(Math.random()));
    setTimeout(() => this.#response.destroy(), FAREWELL_MS).unref();
  }

  /** Cuts the connection. */
  drop(reason: StreamEnd): void {
    this.#reason = reason;
    this.#response.destroy();
  }

  #write(text: string): void {
    if (!this.isOpen) return;
    // Judged before the write: a page may be larger than the limit, and its reader has had no chance to read it.
    if (this.#response.writableLength > MAX_UNREAD_BYTES) this.drop('slow');
    else this.#response.write(text);
  }
}
