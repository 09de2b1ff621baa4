import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** A client that asks at least this often learns from an answer that its connection ends. */
const LINGER_MS = 1_000;
/** Who has begun a request and not come to the end of its headers by then will not. */
const HEADERS_MS = 10_000;
const LOOK_EVERY_MS = 100;

/**
 * Prepares a server to end without a failed request, and returns the function that ends it. A connection that is closed just
 * when its client uses it again is a failed request, so answers ask clients to leave first; only then do connections end.
 */
export function drainOf(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  const unanswered = new Set<ServerResponse>();
  let isDraining = false;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.shouldKeepAlive = false;
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
  });

  /** Node counts a connection that has never had a request as busy, though a browser may keep it in store for long. */
  const endUnused = (isTooLate: boolean): void => {
    server.closeIdleConnections();
    const busy = new Set([...unanswered].map(({ socket }) => socket));
    for (const socket of sockets) {
      if (!busy.has(socket) && (socket.bytesRead === 0 || isTooLate)) socket.destroy();
    }
  };

  return async () => {
    isDraining = true;
    for (const response of unanswered) response.shouldKeepAlive = false;
    const leaveBy = performance.now() + LINGER_MS;
    do {
      await sleep(LOOK_EVERY_MS);
      // A connection may be made already and not yet accepted: that happens before the next immediate.
      await nextTurn();
    } while (performance.now() < leaveBy && sockets.size > 0);
    const ending = setInterval(() => endUnused(performance.now() > leaveBy + HEADERS_MS), LOOK_EVERY_MS);
    await new Promise((resolve) => server.close(resolve));
    clearInterval(ending);
  };
}
