import type { Readable } from 'node:stream';
import type { Deadline } from './deadline.ts';

export interface BodyLimits {
  /** Reading stops here, and the stream is destroyed. */
  readonly maxBytes: number;
  /** Less, to read on without holding what was read; 0 only counts. Default: `maxBytes`. */
  readonly keepBytes?: number;
}

export interface CappedBody {
  readonly ok: true;
  readonly bytes: Buffer;
  /** Bytes read, whether kept or not. */
  readonly size: number;
  /** There was more than `maxBytes`. */
  readonly isTruncated: boolean;
}

export interface BrokenBody {
  readonly ok: false;
  readonly bytes: Buffer;
  readonly size: number;
  /** The stream's error; null when the deadline ended. */
  readonly error: unknown;
}

/** Reads a stream up to a size and until a deadline, whichever comes first, however it drips or floods. */
export function readCapped(stream: Readable, limits: BodyLimits, deadline: Deadline): Promise<CappedBody | BrokenBody> {
  const { maxBytes, keepBytes = maxBytes } = limits;
  return new Promise((resolve) => {
    const kept: Buffer[] = [];
    let keptSize = 0;
    let size = 0;
    let isSettled = false;

    const settle = (outcome: { ok: true; isTruncated: boolean } | { ok: false; error: unknown }): void => {
      if (isSettled) return;
      isSettled = true;
      release();
      const bytes = kept.length === 1 && kept[0] !== undefined ? kept[0] : Buffer.concat(kept);
      resolve({ ...outcome, bytes, size });
      if (!stream.readableEnded) stream.destroy();
    };

    // Stays for good: destroying a response early makes it say so.
    stream.on('error', (error) => settle({ ok: false, error }));
    stream.on('data', (chunk: Buffer) => {
      if (isSettled) return;
      const isTruncated = size + chunk.length > maxBytes;
      const taken = isTruncated ? chunk.subarray(0, maxBytes - size) : chunk;
      size += taken.length;
      if (keptSize < keepBytes) {
        const part = taken.subarray(0, keepBytes - keptSize);
        kept.push(part);
        keptSize += part.length;
      }
      if (isTruncated) settle({ ok: true, isTruncated });
    });
    stream.once('end', () => settle({ ok: true, isTruncated: false }));
    stream.once('close', () => settle({ ok: false, error: { code: 'ERR_STREAM_PREMATURE_CLOSE' } }));
    const release = deadline.onEnd(() => settle({ ok: false, error: null }));
  });
}
