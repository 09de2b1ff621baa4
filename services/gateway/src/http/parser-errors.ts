import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Socket } from 'node:net';
import { ApiError, newId } from '@vedette/contract';
import { errorBody, FIXED_HEADERS, type HeaderFields } from './exchange.ts';

const FAREWELL_MS = 1_000;

type CountAddress = (address: string) => Promise<HeaderFields>;

/** Gives what Node's parser refuses, and would answer bare, the envelope and headers of every other answer. */
export function answerParserErrors(server: Server, countAddress: CountAddress): void {
  const refused = new WeakSet<Duplex>();
  const answer = (socket: Duplex, message: string): void => {
    // The parser complains of every piece that still arrives: only the first complaint is counted and answered.
    if (refused.has(socket)) return;
    refused.add(socket);
    // Without a listener, a client that resets the connection would end the process.
    socket.on('error', () => undefined);
    if (!socket.writable || hasAnswerUnderWay(socket)) {
      socket.destroy();
      return;
    }
    const address = socket instanceof Socket ? (socket.remoteAddress ?? 'unknown') : 'unknown';
    countAddress(address).then(
      (headers) => writeAnswer(socket, message, headers),
      () => socket.destroy(),
    );
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => answer(socket, reasonOf(error.code)));
  // Node closes the connection of a CONNECT without a word when nobody listens.
  server.on('connect', (_request, socket) => answer(socket, 'CONNECT is not served here'));
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

/** An answer that has begun on this connection cannot be followed by another: the client would mix them up. */
function hasAnswerUnderWay(socket: Duplex): boolean {
  // oxlint-disable-next-line no-underscore-dangle -- Node names no other way to the answer of a socket
  const message = (socket as { _httpMessage?: { headersSent?: boolean } })._httpMessage;
  return message?.headersSent === true;
}

function writeAnswer(socket: Duplex, message: string, headers: HeaderFields): void {
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
  // Ending our side and reading on for a moment lets the client see the answer before the connection is reset.
  socket.end(`HTTP/1.1 400 Bad Request\r\n${head.join('')}\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
}
