import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type LockAttempt =
  | { readonly taken: false; release(): void }
  /** What the holder says about itself, or an empty text. */
  | { readonly taken: true; readonly holder: string };

/**
 * Allows one holder per directory and purpose. A socket is taken atomically, and the kernel releases it when its
 * process ends in any way; the holder identifies itself to a process that connects.
 */
export async function tryLock(
  purpose: string,
  place: string,
  introduce: () => string = () => '',
): Promise<LockAttempt> {
  const path = socketPath(purpose, place);
  const server = await listen(path, introduce);
  if (server !== undefined) return { taken: false, release: () => server.close() };
  const holder = await ask(path);
  if (holder !== undefined || path.startsWith('\0')) return { taken: true, holder: holder ?? '' };
  // A socket file outlives its process, unlike the abstract sockets of Linux.
  rmSync(path, { force: true });
  return tryLock(purpose, place, introduce);
}

function socketPath(purpose: string, place: string): string {
  const name = `vedette-${purpose}-${createHash('sha256').update(place).digest('hex').slice(0, 16)}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

function listen(path: string, introduce: () => string): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end(introduce());
    });
    server.once('error', () => {
      resolve(undefined);
    });
    server.listen({ path }, () => {
      server.unref();
      resolve(server);
    });
  });
}

function ask(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ path });
    socket.setEncoding('utf8').setTimeout(1_000, () => socket.destroy());
    socket.on('data', (text: string) => (answer += text));
    socket.once('error', () => {
      resolve(undefined);
    });
    socket.once('close', () => {
      resolve(answer);
    });
  });
}
