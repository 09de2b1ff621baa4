import { pipeline, Transform, type Readable } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

/** What a request may say it accepts, when its response is read with `readBody`. */
export const acceptEncoding = 'gzip, deflate, br, zstd';

// One coding is usual, two come from careless proxies; more is a way to multiply.
const maxCodings = 2;

/** `Content-Encoding`, in the order to undo it; null for a coding that we don't know, or too many of them. */
export function codingsOf(contentEncoding: string | undefined): readonly Coding[] | null {
  const names = (contentEncoding ?? '').toLowerCase().split(',');
  const codings: Coding[] = [];
  for (const name of names.map((part) => part.trim())) {
    if (name === '' || name === 'identity') continue;
    const coding = name === 'x-gzip' ? 'gzip' : name;
    if (!isCoding(coding)) return null;
    codings.unshift(coding);
  }
  return codings.length > maxCodings ? null : codings;
}

export type Coding = keyof typeof decoders;

// What browsers accept is accepted: a body that ends too early is as good as what it holds.
const zlibOptions = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

const decoders = {
  gzip: () => createGunzip(zlibOptions),
  deflate: () => createInflate(zlibOptions),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () =>
    createZstdDecompress({
      finishFlush: constants.ZSTD_e_flush,
      // RFC 9659: 8 MiB is the window that a decoder must bear, and that a server must keep to.
      params: { [constants.ZSTD_d_windowLogMax]: 23 },
    }),
};

export interface DecodedStream {
  readonly stream: Readable;
  /** The encoded form alone was larger than allowed, and was cut. */
  readonly isCut: () => boolean;
}

/**
 * The decoded stream is pulled, not pushed: a bomb unpacks only as far as its reader reads. The encoded bytes are
 * counted as well, since a stream can be endless and decode to nothing.
 */
export async function decoded(
  source: Readable,
  codings: readonly Coding[],
  maxEncodedBytes: number,
): Promise<DecodedStream> {
  // Half the world sends "deflate" without the zlib header that it should have.
  const isRaw = codings[0] === 'deflate' && !(await startsWithZlibHeader(source));
  const chain = codings.map((coding, i) => (i === 0 && isRaw ? createInflateRaw(zlibOptions) : decoders[coding]()));
  const cut = new Cut(maxEncodedBytes);
  // Errors reach the reader through the last stream.
  pipeline([source, cut, ...chain], () => {});
  return { stream: chain.at(-1) ?? cut, isCut: () => cut.isCut };
}

/** Passes a number of bytes on and ends there; it takes nothing more, so that its source stops, too. */
class Cut extends Transform {
  isCut = false;
  #left: number;

  constructor(maxBytes: number) {
    super();
    this.#left = maxBytes;
  }

  override _transform(chunk: Buffer, _encoding: string, done: () => void): void {
    this.isCut = chunk.length > this.#left;
    this.push(this.isCut ? chunk.subarray(0, this.#left) : chunk);
    this.#left -= chunk.length;
    if (this.isCut) this.push(null);
    else done();
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
  return Object.hasOwn(decoders, name);
}
