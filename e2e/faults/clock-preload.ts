// Loaded into every service before its own code. Moves the wall clock of its process by the milliseconds in a file, as
// a step of the system's clock does: timers and durations keep their pace.

import { existsSync, readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 100;

const file = `${new URL(import.meta.url).searchParams.get('directory') ?? ''}/${process.pid}`;
const RealDate = Date;
let errorMs = 0;

const now = (): number => RealDate.now() + errorMs;

globalThis.Date = new Proxy(RealDate, {
  get: (target, property) => (property === 'now' ? now : (Reflect.get(target, property) as unknown)),
  apply: () => new RealDate(now()).toString(),
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget === Date ? target : newTarget),
});

setInterval(() => {
  try {
    // Hardly ever there, and an error for each look costs five times as much.
    errorMs = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  } catch {
    errorMs = 0;
  }
}, LOOK_EVERY_MS).unref();
