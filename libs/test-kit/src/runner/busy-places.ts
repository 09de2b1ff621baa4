import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;

/**
 * Runs the work in so many of the places of this name, which all processes of the machine share. Whoever waits for a
 * place holds the door meanwhile, so that work that comes later does not take the place that becomes free.
 */
export async function inPlaces<T>(needed: number, name: string, places: number, work: () => Promise<T>): Promise<T> {
  const door = await takePlace(`${name}-door`, 1);
  const taken: Server[] = [];
  while (taken.length < needed) taken.push(await takePlace(name, places));
  door.close();
  try {
    return await work();
  } finally {
    for (const place of taken) place.close();
  }
}

async function takePlace(name: string, places: number): Promise<Server> {
  for (let attempt = 0; ; attempt += 1) {
    const place = await tryPlace(`${name}-${attempt % places}`);
    if (place !== undefined) return place;
    if (attempt % places === places - 1) await sleep(LOOK_EVERY_MS);
  }
}

/** A place is an abstract Unix socket: one process has it, and the kernel takes it back when the process ends. */
async function tryPlace(name: string): Promise<Server | undefined> {
  const server = createServer();
  server.listen(`\0${name}`);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
  server.unref();
  return server;
}
