import { randomInt } from 'node:crypto';
import { createServer, type ListenOptions } from 'node:net';

/** Below the range from which Linux takes the ports of outgoing connections, so that none of those can get in between. */
const LOWEST = 15_000;
const HIGHEST = 32_000;

/**
 * A loopback port that nobody listens on, and that no other process of ours will be given while this one lives: each is
 * marked by an abstract socket, which is taken atomically and vanishes with its process.
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    // One candidate after the other: the first that fits ends the search.
    if ((await mark(port)) && (await isPortFree(port))) return port;
  }
}

/** Whether a listener on all addresses, or on loopback alone, could be opened. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen({ port, host: '127.0.0.1' })) && canListen({ port });
}

function mark(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(true);
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen({ path: `\0vedette-port-${port}` }, () => {
      server.unref();
      resolve(true);
    });
  });
}

function canListen(options: ListenOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen({ ...options, exclusive: true }, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
