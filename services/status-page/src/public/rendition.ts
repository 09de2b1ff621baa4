import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** The bytes of one answer, made once and compressed once for each way of sending them. */
export class Rendition {
  readonly type: string;
  readonly etag: string;
  readonly status: 200 | 404 | 503;
  readonly #plain: Buffer;
  #gzip: Buffer | undefined;
  #brotli: Buffer | undefined;

  constructor(type: string, text: string | Buffer, status: 200 | 404 | 503 = 200) {
    this.type = type;
    this.status = status;
    this.#plain = typeof text === 'string' ? Buffer.from(text) : text;
    // Weak: the compressed bytes are another representation of the same page.
    this.etag = `W/"${createHash('sha256').update(this.#plain).digest('base64url').slice(0, 22)}"`;
  }

  bytes(encoding: ContentEncoding): Buffer {
    switch (encoding) {
      case 'identity':
        return this.#plain;
      case 'gzip':
        return (this.#gzip ??= gzipSync(this.#plain, { level: 6 }));
      case 'br':
        return (this.#brotli ??= brotliCompressSync(this.#plain, {
          // Quality 5 is what gzip costs, and a quarter smaller; 11 would hold up the process for a second.
          params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: this.#plain.length },
        }));
    }
  }
}
