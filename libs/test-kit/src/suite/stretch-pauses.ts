const LONG_MS = 3_600_000;

/**
 * Lets the loops of services in this process pause for an hour where they would pause for `fromMs` or longer: they work on
 * only if something wakes them, or if they know of something that is due before. Pauses after a failure stay as they are.
 * Call it before the services start. The function that it returns ends it, and fails if no pause was stretched, because
 * then nothing was tried.
 */
export function stretchPauses(fromMs: number): () => void {
  const real = globalThis.setTimeout;
  let stretched = 0;
  const stretching = (work: () => void, ms = 0, ...values: []): NodeJS.Timeout => {
    if (ms < fromMs || !isPauseOfLoop()) return real(work, ms, ...values);
    stretched += 1;
    return real(work, LONG_MS, ...values);
  };
  globalThis.setTimeout = Object.assign(stretching, real);
  return () => {
    globalThis.setTimeout = real;
    if (stretched === 0) throw new Error(`no loop paused for ${fromMs} ms or longer`);
  };
}

/** Other timers, such as the limits of requests, stay as they are. */
function isPauseOfLoop(): boolean {
  const callers = (new Error('Where is this?').stack ?? '').split('\n');
  return callers.some((each) => each.includes('#pauseAfterSuccess') && each.includes('/background-loop.'));
}
