import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { Worker } from 'node:worker_threads';
import type { KeyPair } from './certificates.ts';

/** The response of a flooding server: a head, then the same piece repeated without end. */
export interface Flood {
  readonly head: string;
  readonly again: string;
  /** True: each repetition is a separate packet, and over TLS a separate record. Default: as many at once as fit. */
  readonly isOneByOne?: boolean;
}

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const chunk = (bytes: string): string => `${bytes.length.toString(16)}\r\n${bytes}\r\n`;
const gzipHead = gzipSync('').subarray(0, 10).toString('latin1');
const GZIPPED = `${OK}Content-Encoding: gzip\r\n${CHUNKED}\r\n${chunk(gzipHead)}`;

/** Answers in HTTP that cost their reader far more than their sender. Strings are bytes (Latin-1). */
export const httpFloods = {
  'chunks of one byte': { head: `${OK}${CHUNKED}\r\n`, again: chunk('x') },
  'chunks with extensions': { head: `${OK}${CHUNKED}\r\n`, again: '1;a=b\r\nx\r\n' },
  'one chunk extension': { head: `${OK}${CHUNKED}\r\n1`, again: ';a' },
  'tiny headers': { head: OK, again: 'a: b\r\n' },
  'tiny trailers': { head: `${OK}${CHUNKED}\r\n0\r\n`, again: 'a: b\r\n' },
  'interim responses': { head: '', again: 'HTTP/1.1 100 Continue\r\n\r\n' },
  'early hints': { head: '', again: 'HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n' },
  'empty deflate blocks': { head: GZIPPED, again: chunk('\x00\x00\x00\xff\xff') },
  'deflate blocks of one byte': { head: GZIPPED, again: chunk('\x00\x01\x00\xfe\xffx') },
  'a drip of single bytes': { head: `${OK}\r\n`, again: 'x', isOneByOne: true },
  'line breaks before the answer': { head: '', again: '\r\n' },
  'a plain body': { head: `${OK}\r\n`, again: 'x' },
} as const satisfies Record<string, Flood>;

/**
 * Stands for another machine, so it runs in a separate thread, which the kernel serves after the code under test: to
 * Linux, the priority that a thread sets is its own.
 */
export class FloodServer {
  readonly port: number;
  readonly #worker: Worker;

  private constructor(port: number, worker: Worker) {
    this.port = port;
    this.#worker = worker;
  }

  /** Over TLS with a certificate. */
  static async start(flood: Flood, certificate?: KeyPair, address = '127.0.0.1'): Promise<FloodServer> {
    const worker = new Worker(SERVING, { eval: true, workerData: { ...flood, ...certificate, address } });
    const [port] = (await once(worker, 'message')) as [number];
    return new FloodServer(port, worker);
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

const SERVING = `
const { parentPort, workerData: { head, again, isOneByOne, key, cert, address } } = require('node:worker_threads');
require('node:os').setPriority(19);
const repetitions = isOneByOne ? 1 : Math.ceil(65_536 / again.length);
const packet = Buffer.from(again.repeat(repetitions), 'latin1');
const serve = (socket) => {
  const pour = () => {
    for (let i = 0; i < 100 && !socket.destroyed; i++) if (!socket.write(packet)) return;
    if (!socket.destroyed) setImmediate(pour);
  };
  socket.setNoDelay(true);
  socket.on('error', () => {}).on('drain', pour);
  socket.once('data', () => {
    if (head !== '') socket.write(Buffer.from(head, 'latin1'));
    pour();
  });
};
const server = key === undefined
  ? require('node:net').createServer(serve)
  : require('node:tls').createServer({ key, cert }, serve).on('tlsClientError', () => {});
server.listen({ host: address, port: 0, backlog: 1024 }, () => parentPort.postMessage(server.address().port));
`;
