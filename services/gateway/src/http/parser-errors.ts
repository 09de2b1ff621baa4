import { IncomingMessage, METHODS, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Socket } from 'node:net';
import { ApiError, newId } from '@vedette/contract';
import { errorBody, FIXED_HEADERS, type HeaderFields } from './exchange.ts';
import {
  joinedHeaders,
  readUnknownMethod,
  requestStart,
  type RequestHead,
  type UnknownMethod,
} from './request-head.ts';

const FAREWELL_MS = 1_000;
const NOTHING = Buffer.alloc(0);
const NO_REQUEST: UnknownMethod = { kind: 'none' };

type CountAddress = (address: string) => Promise<HeaderFields>;

export interface ParserErrorOptions {
  readonly maxHeaderBytes: number;
  readonly countAddress: CountAddress;
}

interface ParserError extends NodeJS.ErrnoException {
  /** The bytes in which the parser stopped, and the position in them. */
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/**
 * Gives requests that Node's parser refuses the usual envelope and headers, where Node would send a bare answer. A
 * request with a method that the parser does not know or would not serve goes through the pipeline like any other
 * request.
 */
export function answerParserErrors(server: Server, { maxHeaderBytes, countAddress }: ParserErrorOptions): void {
  /**
   * Node repeats the error for every further packet of the connection: for the rest of a head, and after the answer.
   */
  const heads = new WeakMap<Duplex, PendingHead | 'settled'>();

  const refuse = (socket: Duplex, message: string): void => {
    heads.set(socket, 'settled');
    if (!socket.writable || answerUnderWay(socket)?.headersSent === true) {
      socket.destroy();
      return;
    }
    const address = socket instanceof Socket ? (socket.remoteAddress ?? 'unknown') : 'unknown';
    countAddress(address).then(
      (headers) => writeRefusal(socket, message, headers),
      () => socket.destroy(),
    );
  };

  server.on('clientError', (error: ParserError, socket) => {
    const known = heads.get(socket);
    if (known === 'settled') return;
    if (known === undefined) surviveReset(socket);
    const { rawPacket = NOTHING, bytesParsed = 0 } = error;
    const bytes =
      known === undefined
        ? rawPacket.subarray(requestStart(rawPacket, bytesParsed)).subarray(0, maxHeaderBytes)
        : known.append(rawPacket);
    const found = rawPacket.length === 0 ? NO_REQUEST : readUnknownMethod(bytes, METHODS);
    if (found.kind === 'request') {
      heads.set(socket, 'settled');
      serveLast(server, requestOf(found.head, socket), socket);
    } else if (found.kind === 'none') refuse(socket, reasonOf(error.code));
    else if (bytes.length === maxHeaderBytes) refuse(socket, reasonOf('HPE_HEADER_OVERFLOW'));
    else if (known === undefined) heads.set(socket, new PendingHead(bytes, maxHeaderBytes));
  });
  // Without a listener, Node closes the connection of a CONNECT without an answer.
  server.on('connect', (request, socket) => {
    surviveReset(socket);
    serveLast(server, request, socket);
  });
}

/** The part of a request's head that has arrived, in one buffer for any size of its pieces. */
class PendingHead {
  readonly #buffer: Buffer;
  #length = 0;

  constructor(begun: Buffer, maxBytes: number) {
    this.#buffer = Buffer.alloc(maxBytes);
    this.append(begun);
  }

  append(piece: Buffer): Buffer {
    this.#length += piece.copy(this.#buffer, this.#length);
    return this.#buffer.subarray(0, this.#length);
  }
}

/** Without a listener, a client that resets the connection would end the process. */
function surviveReset(socket: Duplex): void {
  socket.on('error', () => undefined);
}

function reasonOf(code: string | undefined): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return 'the headers of the request are too large';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'the request did not arrive in time';
    default:
      return 'the request is not valid HTTP/1.1';
  }
}

function requestOf({ method, target, rawHeaders }: RequestHead, socket: Duplex): IncomingMessage {
  return Object.assign(new IncomingMessage(socket as Socket), {
    method,
    url: target,
    httpVersion: '1.1',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    rawHeaders: [...rawHeaders],
    headers: joinedHeaders(rawHeaders),
  });
}

/** Serves the last request of a connection after the earlier ones are answered. */
function serveLast(server: Server, request: IncomingMessage, socket: Duplex): void {
  const before = answerUnderWay(socket);
  if (before !== undefined) {
    before.once('close', () => serveLast(server, request, socket));
    return;
  }
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket);
  response.once('finish', () => {
    response.detachSocket(socket as Socket);
    endAfterAnswer(socket);
  });
  server.emit('request', request, response);
}

/** The unfinished answer of a connection: the next one must wait for its end, or the client would mix them up. */
function answerUnderWay(socket: Duplex): ServerResponse | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- Node names no other way to the answer of a socket
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
}

function writeRefusal(socket: Duplex, message: string, headers: HeaderFields): void {
  const requestId = newId('req');
  const body = errorBody(ApiError.validation([{ path: 'body', message }]), requestId);
  const fields = {
    ...FIXED_HEADERS,
    ...headers,
    'X-Request-Id': requestId,
    'Content-Length': String(Buffer.byteLength(body)),
    Date: new Date().toUTCString(),
    Connection: 'close',
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 400 Bad Request\r\n${head.join('')}\r\n${body}`);
  endAfterAnswer(socket);
}

/** Ends our side and reads on for a moment, so that the client gets the answer before the connection is reset. */
function endAfterAnswer(socket: Duplex): void {
  socket.end();
  socket.resume();
  setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
}
