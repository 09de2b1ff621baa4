// Decides how a look for due alerts begins.

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
