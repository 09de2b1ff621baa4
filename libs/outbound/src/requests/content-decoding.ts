import { pipeline, Readable } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import type { Deadline } from '../deadline.ts';
import { PREMATURE_CLOSE } from '../failure.ts';
import { GrowingBuffer } from './growing-buffer.ts';

/** The Accept-Encoding of a request whose response is read with `readBody`. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

// One coding is usual, and careless proxies produce two. More would only serve to multiply a compression bomb.
const MAX_CODINGS = 2;

/** Returns the codings of `Content-Encoding` in decoding order; null if one is unknown or there are too many. */
export function codingsOf(contentEncoding: string | undefined): readonly Coding[] | null {
  const names = (contentEncoding ?? '').toLowerCase().split(',');
  const codings: Coding[] = [];
  for (const name of names.map((part) => part.trim())) {
    if (name === '' || name === 'identity') continue;
    const coding = name === 'x-gzip' ? 'gzip' : name;
    if (!isCoding(coding)) return null;
    codings.unshift(coding);
  }
  return codings.length > MAX_CODINGS ? null : codings;
}

export type Coding = keyof typeof DECODERS;

// As in browsers, a body that ends too early is accepted with the content that could be decoded.
const ZLIB_OPTIONS = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

const DECODERS = {
  gzip: () => createGunzip(ZLIB_OPTIONS),
  deflate: () => createInflate(ZLIB_OPTIONS),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () =>
    createZstdDecompress({
      finishFlush: constants.ZSTD_e_flush,
      // RFC 9659: 8 MiB is the window that a decoder must support and that a server must not exceed.
      params: { [constants.ZSTD_d_windowLogMax]: 23 },
    }),
};

export interface DecodedStream {
  readonly stream: Readable;
  /** True if the encoded body exceeded its limit and was cut. */
  readonly isCut: () => boolean;
}

/**
 * The decoded stream is pulled, not pushed: a compression bomb unpacks only as far as the reader reads. Encoded bytes
 * are limited as well, since an endless stream can decode to nothing.
 */
export async function decoded(
  source: Readable,
  codings: readonly Coding[],
  maxEncodedBytes: number,
  deadline: Deadline,
): Promise<DecodedStream> {
  const gathered = new Gathered(source, maxEncodedBytes, deadline);
  // The source may fail while its header is inspected; the pipeline reports the error to the reader.
  gathered.on('error', () => {});
  // Many servers send "deflate" without the required zlib header.
  const isRaw = codings[0] === 'deflate' && !(await startsWithZlibHeader(gathered));
  const chain = codings.map((coding, i) => (i === 0 && isRaw ? createInflateRaw(ZLIB_OPTIONS) : DECODERS[coding]()));
  // Errors reach the reader through the last stream.
  pipeline([gathered, ...chain], () => {});
  return { stream: chain.at(-1) ?? gathered, isCut: () => gathered.isCut };
}

/**
 * Tiny pieces are gathered to this size for a decoder: each piece is a task for a thread, and each pass through the
 * streams costs more than the bytes.
 */
const GATHERED_BYTES = 16_384;

/** Gathers pieces, passes on a limited number of bytes, then ends and reads no further, so that its source stops. */
class Gathered extends Readable {
  isCut = false;
  readonly #source: Readable;
  readonly #deadline: Deadline;
  readonly #gathering = new GrowingBuffer(GATHERED_BYTES);
  #left: number;
  #isEnded = false;

  constructor(source: Readable, maxBytes: number, deadline: Deadline) {
    super({ highWaterMark: GATHERED_BYTES });
    this.#source = source;
    this.#left = maxBytes;
    this.#deadline = deadline;
    source.on('data', (chunk: Buffer) => this.#gather(chunk));
    source.once('end', () => this.#end());
    source.on('error', (error) => this.destroy(error));
    source.once('close', () => {
      if (!this.#isEnded) this.destroy(Object.assign(new Error('Premature close'), { code: PREMATURE_CLOSE }));
    });
  }

  override _read(): void {
    if (!this.#isEnded) this.#source.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#isEnded = true;
    this.#source.destroy();
    done(error);
  }

  #gather(chunk: Buffer): void {
    if (this.#isEnded) return;
    this.#deadline.spend(1);
    this.isCut = chunk.length > this.#left;
    let rest = this.isCut ? chunk.subarray(0, this.#left) : chunk;
    this.#left -= rest.length;
    while (rest.length > 0) {
      rest = rest.subarray(this.#gathering.add(rest));
      if (this.#gathering.isFull && !this.#pass()) this.#source.pause();
    }
    if (!this.isCut) return;
    this.#source.pause();
    this.#end();
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#pass();
    this.push(null);
  }

  /** Returns false if the decoder's buffer is full. */
  #pass(): boolean {
    const gathered = Buffer.from(this.#gathering.bytes);
    this.#gathering.clear();
    return gathered.length === 0 || this.push(gathered);
  }
}

function startsWithZlibHeader(source: Readable): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (): void => {
      source.off('readable', look);
      source.off('close', look);
      const chunk: unknown = source.destroyed ? null : source.read();
      if (Buffer.isBuffer(chunk)) source.unshift(chunk);
      resolve(Buffer.isBuffer(chunk) && ((chunk[0] ?? 0) & 0x0f) === 8);
    };
    if (source.destroyed) return look();
    source.on('readable', look);
    source.on('close', look);
  });
}

function isCoding(name: string): name is Coding {
  return Object.hasOwn(DECODERS, name);
}
