// Decides since when a monitor has been unobserved: without checks, the time counts as neither up nor down.

import type { MonitorState, MonitorType } from '@vedette/contract';

export interface Observed {
  readonly type: MonitorType;
  readonly intervalSeconds: number;
  readonly timeoutSeconds: number;
  readonly state: MonitorState;
  /** When the state began. */
  readonly since: Date;
  /** When the newest result was obtained; null while the record ends in a gap that no result has ended yet. */
  readonly observedAt: Date | null;
}

export type Gap =
  | { readonly kind: 'none' }
  /** There has been no result since then, for longer than a result can take. */
  | { readonly kind: 'since'; readonly at: Date }
  /** The gap is already on record. */
  | { readonly kind: 'open' };

/** Two intervals in a row without a result are a gap. Each interval may end with an attempt and its confirmation. */
export function longestSilenceMs({
  intervalSeconds,
  timeoutSeconds,
}: Pick<Observed, 'intervalSeconds' | 'timeoutSeconds'>): number {
  return (2 * intervalSeconds + 2 * timeoutSeconds + 30) * 1_000;
}

/** Cron jobs report by themselves: only outages of our ping listener leave them unobserved. */
export function observationGap(observed: Observed, until: Date): Gap {
  const { type, state, since, observedAt } = observed;
  if (type === 'CRON' || state === 'PENDING' || state === 'PAUSED') return { kind: 'none' };
  if (observedAt === null) return { kind: 'open' };
  const at = observedAt > since ? observedAt : since;
  return until.getTime() - at.getTime() > longestSilenceMs(observed) ? { kind: 'since', at } : { kind: 'none' };
}
