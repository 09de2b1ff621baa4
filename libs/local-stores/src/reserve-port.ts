import { randomInt } from 'node:crypto';
import { createServer, type ListenOptions } from 'node:net';

/** Below the range that Linux uses for outgoing connections, so that none of those can take the port meanwhile. */
const LOWEST = 15_000;
const HIGHEST = 32_000;

/**
 * A free loopback port that no other process of ours gets while this process runs. An abstract socket marks each
 * reserved port: it is taken atomically and disappears with its process.
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    // Tries one candidate after the other; the first free one ends the search.
    if ((await mark(port)) && (await isPortFree(port))) return port;
  }
}

/** True if a listener can be opened both on all addresses and on loopback. */
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
