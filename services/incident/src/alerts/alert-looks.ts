// Decides how a look for due alerts begins, and how long the sender pauses before the next one.

export type LookStep =
  /** No channel has a free place: whoever frees one looks again. */
  | 'wait'
  /** Costs less than a claim, and finds nothing most of the time. */
  | 'ask-whether-alerts-wait'
  | 'claim';

/** `isTold`: alerts were created, or a place became free, since the last look. */
export function lookStep(freeChannels: number, isTold: boolean): LookStep {
  if (freeChannels === 0) return 'wait';
  return isTold ? 'claim' : 'ask-whether-alerts-wait';
}

/** Alerts that wait become due without anybody's call. If none waits, a look only finds one of a dead process. */
const PAUSES_MS = { waiting: 500, none: 1_000 };

export function lookPauseMs(areWaiting: boolean): number {
  return areWaiting ? PAUSES_MS.waiting : PAUSES_MS.none;
}
