import type { ContentEncoding } from '@vedette/service-host/negotiation';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** These compress outside the main thread, because brotli takes a fifth of a second for the largest page. */
const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** The bytes of one answer, made once and compressed once for each encoding. */
export class Rendition {
  readonly type: string;
  readonly etag: string;
  readonly status: 200 | 404 | 503;
  readonly #plain: Buffer;
  readonly #compressed = new Map<ContentEncoding, Buffer | Promise<Buffer>>();

  constructor(type: string, text: string | Buffer, status: 200 | 404 | 503 = 200) {
    this.type = type;
    this.status = status;
    this.#plain = typeof text === 'string' ? Buffer.from(text) : text;
    // Weak, because the compressed bytes are another representation of the same page.
    this.etag = `W/"${createHash('sha256').update(this.#plain).digest('base64url').slice(0, 22)}"`;
  }

  /** Requests that arrive during the compression share its result. */
  bytes(encoding: ContentEncoding): Buffer | Promise<Buffer> {
    if (encoding === 'identity') return this.#plain;
    const known = this.#compressed.get(encoding);
    if (known !== undefined) return known;
    const making = this.#compress(encoding);
    this.#compressed.set(encoding, making);
    return making;
  }

  async #compress(encoding: 'br' | 'gzip'): Promise<Buffer> {
    try {
      const bytes = await (encoding === 'gzip'
        ? gzipped(this.#plain, { level: 6 })
        : brotlied(this.#plain, this.#brotli));
      this.#compressed.set(encoding, bytes);
      return bytes;
    } catch (error) {
      this.#compressed.delete(encoding);
      throw error;
    }
  }

  get #brotli() {
    // Quality 5 takes as long as gzip and is a quarter smaller; quality 11 would take a second.
    return { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: this.#plain.length } };
  }
}
