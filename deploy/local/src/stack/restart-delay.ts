// Decides how long a process that stopped by itself stays down before it is started again.

const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** One that ran this long is taken to have been well: its next crash counts as the first. */
const WELL_AFTER_MS = 60_000;

export interface Crash {
  /** Crashes in a row before this one. */
  readonly before: number;
  readonly ranMs: number;
}

export function nextStart({ before, ranMs }: Crash): { readonly crashes: number; readonly delayMs: number } {
  const earlier = ranMs >= WELL_AFTER_MS ? 0 : before;
  return { crashes: earlier + 1, delayMs: Math.min(FIRST_MS * 2 ** earlier, LONGEST_MS) };
}
