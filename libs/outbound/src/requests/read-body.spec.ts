import { afterEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { codingsOf } from './content-decoding.ts';
import { Deadline } from '../deadline.ts';
import { readBody } from './read-body.ts';
import { readCapped } from './read-capped.ts';

const deadlines: Deadline[] = [];
const within = (ms: number, signal?: AbortSignal): Deadline => {
  const deadline = Deadline.after(ms, signal);
  deadlines.push(deadline);
  return deadline;
};
afterEach(() => {
  for (const deadline of deadlines.splice(0)) deadline.clear();
});

const chunksOf = (bytes: Buffer, size = 7): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
const streamOf = (bytes: Buffer, size?: number): Readable =>
  Readable.from(chunksOf(bytes, size), { objectMode: false });
const endless = (chunk: Buffer): Readable =>
  Readable.from(
    (function* () {
      for (;;) yield chunk;
    })(),
    { objectMode: false },
  );
const stalled = (first: Buffer): Readable => {
  const stream = new Readable({ read: () => {} });
  stream.push(first);
  return stream;
};
// Magic number, no content size, a window of 2^(10 + exponent) bytes, one raw block.
const zstdFrame = (exponent: number): Buffer =>
  Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, exponent << 3, 0x29, 0, 0]), Buffer.from('hello')]);
const text = 'The quick brown fox jumps over the lazy dog. '.repeat(40);

describe('readCapped', () => {
  it.each<[string, number, string, boolean]>([
    ['below the cap', 6, 'hello', false],
    ['at the cap', 5, 'hello', false],
    ['above the cap', 4, 'hell', true],
    ['with a cap of nothing', 0, '', true],
  ])('reads a body %s', async (_name, maxBytes, kept, isTruncated) => {
    const body = await readCapped(streamOf(Buffer.from('hello'), 2), { maxBytes }, within(1000));
    expect(body).toEqual({ ok: true, bytes: Buffer.from(kept), size: kept.length, isTruncated });
  });

  it('reads an empty body', async () => {
    const body = await readCapped(streamOf(Buffer.alloc(0)), { maxBytes: 5 }, within(1000));
    expect(body).toEqual({ ok: true, bytes: Buffer.alloc(0), size: 0, isTruncated: false });
  });

  it('counts on without keeping more than it was told to', async () => {
    const body = await readCapped(streamOf(Buffer.from('hello')), { maxBytes: 100, keepBytes: 2 }, within(1000));
    expect(body).toEqual({ ok: true, bytes: Buffer.from('he'), size: 5, isTruncated: false });
  });

  it('stops an endless body at the cap and destroys it', async () => {
    const stream = endless(Buffer.alloc(1000));
    const body = await readCapped(stream, { maxBytes: 10_500 }, within(5000));
    expect(body).toMatchObject({ ok: true, size: 10_500, isTruncated: true });
    expect(stream.destroyed).toBe(true);
  });

  it('gives what it has when the deadline ends, and destroys the stream', async () => {
    const stream = stalled(Buffer.from('part'));
    const body = await readCapped(stream, { maxBytes: 100 }, within(20));
    expect(body).toEqual({ ok: false, bytes: Buffer.from('part'), size: 4, error: null });
    expect(stream.destroyed).toBe(true);
  });

  it('gives the error of a stream that breaks', async () => {
    const stream = stalled(Buffer.from('part'));
    const reading = readCapped(stream, { maxBytes: 100 }, within(1000));
    setImmediate(() => stream.destroy(new Error('broken')));
    await expect(reading).resolves.toMatchObject({ ok: false, size: 4, error: { message: 'broken' } });
  });

  it('notices a stream that closes without ending', async () => {
    const stream = stalled(Buffer.from('part'));
    const reading = readCapped(stream, { maxBytes: 100 }, within(1000));
    setImmediate(() => stream.destroy());
    await expect(reading).resolves.toMatchObject({ ok: false, error: { code: 'ERR_STREAM_PREMATURE_CLOSE' } });
  });
});

describe('readBody', () => {
  const endpoint = '203.0.113.7:443';
  const read = (stream: Readable, contentEncoding: string | undefined, maxBytes = 1_000_000, deadline = within(5000)) =>
    readBody(stream, { contentEncoding, maxBytes, endpoint }, deadline);
  const plain = Buffer.from(text);

  it.each<[string, string | undefined, Buffer]>([
    ['no encoding', undefined, plain],
    ['identity', 'identity', plain],
    ['an empty header', '', plain],
    ['gzip', 'gzip', gzipSync(plain)],
    ['gzip by its old name and in capitals', 'X-GZIP', gzipSync(plain)],
    ['gzip in two members', 'gzip', Buffer.concat([gzipSync(plain.subarray(0, 99)), gzipSync(plain.subarray(99))])],
    ['deflate', 'deflate', deflateSync(plain)],
    ['deflate without its header', 'deflate', deflateRawSync(plain)],
    ['Brotli', 'br', brotliCompressSync(plain)],
    ['zstd', 'zstd', zstdCompressSync(plain)],
    ['two encodings, undone from the last', 'br, gzip', gzipSync(brotliCompressSync(plain))],
  ])('decodes %s', async (_name, contentEncoding, encoded) => {
    const body = await read(streamOf(encoded), contentEncoding);
    expect(body.ok && body.bytes.toString()).toBe(text);
    expect(body).toMatchObject({ ok: true, isTruncated: false, size: text.length });
  });

  it.each(['gzip', 'deflate', 'br', 'zstd'])('takes an empty body for empty, though it says %s', async (coding) => {
    expect(await read(streamOf(Buffer.alloc(0)), coding)).toMatchObject({ ok: true, size: 0 });
  });

  it('accepts a body that ends too early, as browsers do', async () => {
    const body = await read(streamOf(gzipSync(plain).subarray(0, -8)), 'gzip');
    expect(body).toMatchObject({ ok: true, size: text.length });
  });

  it.each([
    ['gzip', 'gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['Brotli', 'br', brotliCompressSync(Buffer.alloc(50_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })],
    ['zstd', 'zstd', zstdCompressSync(Buffer.alloc(50_000_000))],
    ['gzip in gzip', 'gzip, gzip', gzipSync(gzipSync(Buffer.alloc(50_000_000)))],
  ])('stops a %s bomb at the cap', async (_name, coding, bomb) => {
    const stream = streamOf(bomb, 65_536);
    const before = process.memoryUsage().arrayBuffers;
    const body = await read(stream, coding, 100_000);
    expect(body).toMatchObject({ ok: true, size: 100_000, isTruncated: true });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
    expect(stream.destroyed).toBe(true);
  });

  it('stops a body that is endless and decodes to nothing', async () => {
    // A gzip header, then empty stored blocks without end.
    const emptyBlock = Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff]);
    const blocks = Buffer.concat(Array.from({ length: 1000 }, () => emptyBlock));
    const stream = Readable.from(
      (function* () {
        yield gzipSync('').subarray(0, 10);
        for (;;) yield blocks;
      })(),
      { objectMode: false },
    );
    expect(await read(stream, 'gzip', 10_000)).toMatchObject({ ok: true, size: 0, isTruncated: true });
    expect(stream.destroyed).toBe(true);
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(100_000_000))],
    ['br', brotliCompressSync(randomBytes(200_000))],
    ['zstd', zstdCompressSync(randomBytes(200_000))],
    ['deflate', deflateSync(randomBytes(200_000))],
  ])('keeps what it may of a body whose %s form alone is too large', async (coding, encoded) => {
    const stream = streamOf(encoded, encoded.length);
    expect(await read(stream, coding, 1000)).toMatchObject({ ok: true, size: 1000, isTruncated: true });
    expect(stream.destroyed).toBe(true);
  });

  it('refuses a zstd window larger than a decoder must bear', async () => {
    expect(await read(streamOf(zstdFrame(13)), 'zstd')).toMatchObject({ ok: true, size: 5 });
    expect(await read(streamOf(zstdFrame(14)), 'zstd')).toMatchObject({ reason: 'undecodable_body' });
  });

  it.each(['gzip', 'br', 'zstd', 'deflate'])('says so when a body is not %s', async (coding) => {
    const body = await read(streamOf(Buffer.from('\u0000\u0011 no such encoding, sorry')), coding);
    expect(body).toMatchObject({
      ok: false,
      phase: 'response',
      reason: 'undecodable_body',
      message: `The response says it is encoded as ${coding} and cannot be decoded`,
    });
  });

  it.each(['compress', 'gzip, gzip, gzip', '__proto__'])('refuses the encoding %s', async (coding) => {
    const stream = streamOf(plain);
    expect(await read(stream, coding)).toMatchObject({
      reason: 'undecodable_body',
      message: `The response is encoded as ${coding}, which cannot be read`,
    });
    expect(stream.destroyed).toBe(true);
  });

  it.each([undefined, 'gzip', 'deflate'])('ends with the deadline, encoded as %s', async (coding) => {
    const stream = stalled(coding === undefined ? plain : Buffer.alloc(0));
    expect(await read(stream, coding, 1_000_000, within(20))).toMatchObject({
      ok: false,
      reason: 'timeout',
      message: 'No complete response from 203.0.113.7:443 within 0.02 seconds',
    });
    expect(stream.destroyed).toBe(true);
  });

  it('tells a body that broke off from one that cannot be decoded', async () => {
    const stream = stalled(gzipSync(plain).subarray(0, 30));
    const reading = read(stream, 'gzip');
    setImmediate(() => stream.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })));
    expect(await reading).toMatchObject({ ok: false, reason: 'closed' });
  });
});

it('codingsOf undoes the last coding first', () => {
  expect(codingsOf('deflate, gzip')).toEqual(['gzip', 'deflate']);
  expect(codingsOf(undefined)).toEqual([]);
  expect(codingsOf('gzip, rot13')).toBeNull();
});
