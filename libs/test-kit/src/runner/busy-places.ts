import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;
/** Spots in a line; whoever finds all of them taken waits for the last one. */
const SPOTS = 8;

/**
 * Runs the work in so many of the places of this name, which all processes of the machine share. Work that waits for
 * places stands in line, so that work that comes later does not take the places that become free.
 */
export async function inPlaces<T>(needed: number, name: string, places: number, work: () => Promise<T>): Promise<T> {
  const head = await headOfLine(`${name}-line`);
  const taken: Server[] = [];
  while (taken.length < needed) taken.push(await takePlace(name, places));
  head.close();
  try {
    return await work();
  } finally {
    for (const place of taken) place.close();
  }
}

/** Walks from the last spot to the first one, and waits at each until the next one is free, so that nobody overtakes. */
async function headOfLine(name: string): Promise<Server> {
  let spot = await takePlace(`${name}-${SPOTS - 1}`, 1);
  for (let ahead = SPOTS - 2; ahead >= 0; ahead -= 1) {
    const next = await takePlace(`${name}-${ahead}`, 1);
    spot.close();
    spot = next;
  }
  return spot;
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
