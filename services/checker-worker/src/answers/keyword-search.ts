import type { TextDecoder } from 'node:util';
import { GrowingBuffer, type BodySearch } from '@vedette/outbound';
import { bodyDecoder, DECLARATION_BYTES } from './body-text.ts';

/** At most this many bytes are decoded and searched at once. */
const LOOK_BYTES = 65_536;

/** Searches a body for a keyword while the body arrives, and holds no more of it in memory than the search needs. */
export class KeywordSearch implements BodySearch {
  isFound = false;
  readonly #keyword: string;
  readonly #contentType: string | undefined;
  readonly #gathered = new GrowingBuffer(LOOK_BYTES);
  #decoder: TextDecoder | undefined;
  /** The end of the searched text: a keyword may begin there. */
  #tail = '';

  constructor(keyword: string, contentType: string | undefined) {
    this.#keyword = keyword;
    this.#contentType = contentType;
  }

  /** Takes the next bytes; returns true when the keyword has been found. */
  add(piece: Uint8Array): boolean {
    let rest = piece;
    while (rest.length > 0 && !this.isFound) {
      rest = rest.subarray(this.#gathered.add(rest));
      if (this.#gathered.isFull) this.look();
    }
    return this.isFound;
  }

  /** Searches the bytes that have arrived so far. */
  look(): boolean {
    if (this.isFound) return true;
    const { bytes } = this.#gathered;
    if (this.#decoder === undefined && bytes.length < DECLARATION_BYTES) {
      // Later bytes may still declare the character set, so the start is decoded again each time.
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
