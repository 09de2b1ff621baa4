import type { IncomingMessage, ServerResponse } from 'node:http';

/** So long a sender that goes on sending has to take in its answer. */
const LINGER_MS = 500;

/**
 * Reads a body that nobody wants up to the limit, and forgets it. A body that is longer, or may be, ends the connection
 * with the answer.
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

/** Resolves when as much of an unwanted body is read as ever will be, so that its sender can take in the answer. */
export function unwantedBodyRead(request: IncomingMessage): Promise<void> {
  if (!hasBody(request)) return Promise.resolve();
  return new Promise((resolve) => {
    const settle = (): void => resolve();
    request.once('end', settle).once('pause', settle).once('close', settle);
  });
}

/**
 * Closing a connection with unread data in it resets it, and the client may lose the answer. So the answer is followed by the
 * end of our side alone, and the connection is closed a moment later.
 */
function lingerAfter({ socket }: IncomingMessage): void {
  // Node calls it when the last answer of a connection is written.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
