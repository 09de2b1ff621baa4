import type { TextDecoder } from 'node:util';
import { GrowingBuffer, type BodySearch } from '@vedette/outbound';
import { bodyDecoder, DECLARATION_BYTES } from './body-text.ts';

/** So much is decoded and searched at once, at most. */
const LOOK_BYTES = 65_536;

/** Looks for a keyword in a body while it arrives, in whatever pieces, without holding more of it than it needs. */
export class KeywordSearch implements BodySearch {
  isFound = false;
  readonly #keyword: string;
  readonly #contentType: string | undefined;
  readonly #gathered = new GrowingBuffer(LOOK_BYTES);
  #decoder: TextDecoder | undefined;
  /** The end of the text that was searched: a keyword may begin there. */
  #tail = '';

  constructor(keyword: string, contentType: string | undefined) {
    this.#keyword = keyword;
    this.#contentType = contentType;
  }

  /** Takes the next bytes; true when the keyword is known to be there. */
  add(piece: Uint8Array): boolean {
    let rest = piece;
    while (rest.length > 0 && !this.isFound) {
      rest = rest.subarray(this.#gathered.add(rest));
      if (this.#gathered.isFull) this.look();
    }
    return this.isFound;
  }

  /** Searches what has arrived so far. */
  look(): boolean {
    if (this.isFound) return true;
    const { bytes } = this.#gathered;
    if (this.#decoder === undefined && bytes.length < DECLARATION_BYTES) {
      // What comes next may still say how to read this, so it is read afresh each time.
      this.isFound = bodyDecoder(bytes, this.#contentType).decode(bytes).includes(this.#keyword);
      return this.isFound;
    }
    this.#decoder ??= bodyDecoder(bytes, this.#contentType);
    const text = this.#tail + this.#decoder.decode(bytes, { stream: true });
    this.#gathered.clear();
    this.isFound = text.includes(this.#keyword);
    this.#tail = this.#keyword.length > 1 ? text.slice(1 - this.#keyword.length) : '';
    return this.isFound;
  }
}
