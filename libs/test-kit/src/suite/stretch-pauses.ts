const LONG_MS = 3_600_000;

/**
 * Lets the loops of services in this process pause for an hour where they would pause for `fromMs` or longer: they work on
 * only if something wakes them, or if they know of something that is due before. Call it before the services start; the
 * function that it returns ends it.
 */
export function stretchPauses(fromMs: number): () => void {
  const real = globalThis.setTimeout;
  const stretching = (work: () => void, ms = 0, ...values: []): NodeJS.Timeout =>
    real(work, ms >= fromMs && isPauseOfLoop() ? LONG_MS : ms, ...values);
  globalThis.setTimeout = Object.assign(stretching, real);
  return () => {
    globalThis.setTimeout = real;
  };
}

/** Other timers, such as the limits of requests, stay as they are. */
function isPauseOfLoop(): boolean {
  return new Error('Where is this?').stack?.includes('/background-loop.') ?? false;
}
