import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** A client that sends requests at least this often is told by an answer that its connection will close. */
const LINGER_MS = 1_000;
/** A client that has not finished the headers of its request after this time is disconnected. */
const HEADERS_MS = 10_000;
const LOOK_EVERY_MS = 100;

/**
 * Prepares a server to close without failing a request, and returns the function that closes it. A connection that is
 * closed just when its client uses it again fails a request, so answers first ask clients to disconnect.
 */
export function drainOf(server: Server): () => Promise<void> {
  // Entries are overwritten with every request. A set with constant additions and deletions would reallocate its table
  // repeatedly, and each old table keeps its content and its successor from the garbage collector.
  const answers = new Map<Socket, ServerResponse | undefined>();
  let isDraining = false;
  // One function for all answers: every request would pay for its own.
  function forget(this: ServerResponse): void {
    const { socket } = this.req;
    if (answers.get(socket) === this) answers.set(socket, undefined);
  }
  server.on('connection', (socket) => {
    answers.set(socket, undefined);
    socket.once('close', () => answers.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.shouldKeepAlive = false;
    answers.set(socket, response);
    response.on('close', forget);
  });

  /** Node counts a connection without any request as busy, though a browser may keep such a connection for long. */
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
      // A connection may be established but not accepted yet; Node accepts it before the next immediate.
      await nextTurn();
    } while (performance.now() < leaveBy && answers.size > 0);
    const ending = setInterval(() => endUnused(performance.now() > leaveBy + HEADERS_MS), LOOK_EVERY_MS);
    await new Promise((resolve) => server.close(resolve));
    clearInterval(ending);
  };
}
