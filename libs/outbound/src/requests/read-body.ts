import type { Readable } from 'node:stream';
import { codingsOf, decoded } from './content-decoding.ts';
import type { Deadline } from '../deadline.ts';
import { codeOf, diagnose, diagnoseEnd, type Diagnosis } from '../failure.ts';
import { readCapped, type BodyLimits, type BrokenBody, type CappedBody } from './read-capped.ts';

export type BodyOutcome = CappedBody | (Diagnosis & Pick<BrokenBody, 'ok' | 'bytes' | 'size'>);

export interface BodyOptions extends BodyLimits {
  /** The response's Content-Encoding header. */
  readonly contentEncoding: string | undefined;
  /** The sender, for messages: `203.0.113.7:443`. */
  readonly endpoint: string;
}

/** Reads and decodes the body of a response, up to a number of decoded bytes. */
export async function readBody(response: Readable, options: BodyOptions, deadline: Deadline): Promise<BodyOutcome> {
  const { contentEncoding, endpoint, maxBytes } = options;
  const codings = codingsOf(contentEncoding);
  if (codings === null) {
    response.destroy();
    const message = `The response is encoded as ${shown(contentEncoding)}, which cannot be read`;
    return { ok: false, phase: 'response', reason: 'undecodable_body', code: null, message, ...NOTHING };
  }
  const release = deadline.onEnd(() => response.destroy());
  // A small body may be larger encoded than decoded, because of headers and tables.
  const encoded = codings.length === 0 ? null : await decoded(response, codings, maxBytes + 65_536, deadline);
  const body = await readCapped(encoded?.stream ?? response, options, deadline);
  release();
  if (body.ok && encoded?.isCut() === true) {
    response.destroy();
    return { ...body, isTruncated: true };
  }
  if (body.ok) return body;
  const { bytes, size, error } = body;
  if (deadline.ended !== null) {
    const diagnosis = diagnoseEnd(deadline.ended, deadline.limitMs, 'response', endpoint);
    return { ok: false, ...diagnosis, bytes, size };
  }
  if (isDecoderError(error)) {
    const message = `The response says it is encoded as ${shown(contentEncoding)} and cannot be decoded`;
    return { ok: false, phase: 'response', reason: 'undecodable_body', code: codeOf(error), message, bytes, size };
  }
  return { ok: false, ...diagnose(error, { phase: 'response', endpoint }), bytes, size };
}

function shown(contentEncoding = ''): string {
  return contentEncoding.length > 100 ? `${contentEncoding.slice(0, 100)}…` : contentEncoding;
}

const NOTHING = { bytes: Buffer.alloc(0), size: 0 };

/** The error codes of zlib, zstd and Brotli; Node builds the last from the library's own `_ERROR_…`. */
function isDecoderError(error: unknown): boolean {
  return /^(?:Z_|ZSTD_error_|ERR__ERROR_)/.test(codeOf(error) ?? '');
}
