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
  // Written in place with every request. A set to which answers are added and from which they are deleted is given a new
  // table again and again, and each old one keeps what it held, and the next, from the garbage collector.
  const answers = new Map<Socket, ServerResponse | undefined>();
  let isDraining = false;
  server.on('connection', (socket) => {
    answers.set(socket, undefined);
    socket.once('close', () => answers.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.shouldKeepAlive = false;
    answers.set(socket, response);
    response.once('close', () => {
      if (answers.get(socket) === response) answers.set(socket, undefined);
    });
  });

  /** Node counts a connection that has never had a request as busy, though a browser may keep it in store for long. */
  const endUnused = (isTooLate: boolean): void => {
    server.closeIdleConnections();
    for (const [socket, answer] of answers) {
      if (answer === undefined && (socket.bytesRead === 0 || isTooLate)) socket.destroy();
    }
  };

  return async () => {
    isDraining = true;
    for (const response of answers.values()) if (response !== undefined) response.shouldKeepAlive = false;
    const leaveBy = performance.now() + LINGER_MS;
    do {
      await sleep(LOOK_EVERY_MS);
      // A connection may be made already and not yet accepted: that happens before the next immediate.
      await nextTurn();
    } while (performance.now() < leaveBy && answers.size > 0);
    const ending = setInterval(() => endUnused(performance.now() > leaveBy + HEADERS_MS), LOOK_EVERY_MS);
    await new Promise((resolve) => server.close(resolve));
    clearInterval(ending);
  };
}
