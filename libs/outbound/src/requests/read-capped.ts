import type { Readable } from 'node:stream';
import type { Deadline } from '../deadline.ts';
import { PREMATURE_CLOSE } from '../failure.ts';
import { GrowingBuffer } from './growing-buffer.ts';

export interface BodyLimits {
  /** Reading stops at this size, and the stream is destroyed. */
  readonly maxBytes: number;
  /** How many of the bytes are kept; 0 only counts them. Default: `maxBytes`. */
  readonly keepBytes?: number;
  /** Inspects the body while it arrives, and may end the reading. */
  readonly search?: BodySearch;
}

export interface BodySearch {
  /** Takes the next bytes, which it must not keep after the call. Returns true when it has seen enough. */
  add(piece: Buffer): boolean;
  /** Inspects the bytes so far, when no more are waiting to be read. Returns true when it has seen enough. */
  look(): boolean;
}

export interface CappedBody {
  readonly ok: true;
  readonly bytes: Buffer;
  /** Bytes read, whether kept or not. */
  readonly size: number;
  /** True if the stream had, or may have had, more bytes than were read. */
  readonly isTruncated: boolean;
}

export interface BrokenBody {
  readonly ok: false;
  readonly bytes: Buffer;
  readonly size: number;
  /** The stream's error; null if the deadline ended. */
  readonly error: unknown;
}

/**
 * Reads a stream up to a size and until a deadline, whether it sends slowly or floods. Kept bytes are copied into one
 * buffer: a list of tiny pieces would take far more memory than their bytes.
 */
export function readCapped(stream: Readable, limits: BodyLimits, deadline: Deadline): Promise<CappedBody | BrokenBody> {
  const { maxBytes, keepBytes = maxBytes, search } = limits;
  return new Promise((resolve) => {
    const kept = new GrowingBuffer(keepBytes);
    let size = 0;
    let isSettled = false;
    let isLookAsked = false;

    const settle = (outcome: { ok: true; isTruncated: boolean } | { ok: false; error: unknown }): void => {
      if (isSettled) return;
      isSettled = true;
      release();
      resolve({ ...outcome, bytes: kept.bytes, size });
      if (!stream.readableEnded) stream.destroy();
    };

    const lookSoon = (): void => {
      if (isLookAsked) return;
      isLookAsked = true;
      setImmediate(() => {
        isLookAsked = false;
        if (!isSettled && search?.look() === true) settle({ ok: true, isTruncated: true });
      });
    };

    // This listener is never removed: a response that is destroyed early emits an error later.
    stream.on('error', (error) => settle({ ok: false, error }));
    stream.on('data', (chunk: Buffer) => {
      if (isSettled) return;
      const isTooLong = size + chunk.length > maxBytes;
      const taken = isTooLong ? chunk.subarray(0, maxBytes - size) : chunk;
      size += taken.length;
      kept.add(taken);
      const isSeen = search?.add(taken) === true;
      if (isTooLong || isSeen) return settle({ ok: true, isTruncated: true });
      if (search !== undefined) lookSoon();
      deadline.spend(1);
    });
    stream.once('end', () => settle({ ok: true, isTruncated: false }));
    stream.once('close', () => settle({ ok: false, error: { code: PREMATURE_CLOSE } }));
    const release = deadline.onEnd(() => settle({ ok: false, error: null }));
  });
}
