import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a client that is still sending may take to read its answer. */
const LINGER_MS = 500;

/**
 * Reads and discards a body that the handler does not use, up to the limit. If the body is longer, or its length is
 * unknown, the connection ends after the answer.
 */
export function readUnwantedBody(request: IncomingMessage, response: ServerResponse, maxBytes: number): void {
  if (!hasBody(request)) return;
  const { 'content-length': length } = request.headers;
  if (length === undefined || Number(length) > maxBytes) {
    response.shouldKeepAlive = false;
    lingerAfter(request);
  }
  let read = 0;
  request.on('error', () => undefined);
  request.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > maxBytes) request.pause();
  });
}

/** Resolves when no more of an unwanted body will be read, so that its sender can then read the answer. */
export function unwantedBodyRead(request: IncomingMessage): Promise<void> {
  if (!hasBody(request)) return Promise.resolve();
  return new Promise((resolve) => {
    const settle = (): void => resolve();
    request.once('end', settle).once('pause', settle).once('close', settle);
  });
}

/**
 * Closing a connection with unread data resets it, and the client may lose the answer. So only our side is ended after
 * the answer, and the connection is closed a moment later.
 */
function lingerAfter({ socket }: IncomingMessage): void {
  // Node calls this method after it has written the last answer of a connection.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
