// Decides when a worker should distrust its own failures: other workers keep finding the same targets up.

import type { CheckTarget } from '@vedette/contract';

export interface Judgement {
  /** Milliseconds on any one clock. */
  readonly at: number;
  /** The host and port whose failure another worker contradicted; null for a success or an agreed failure. */
  readonly contradictedPlace: string | null;
}

export const REMEMBERED_JUDGEMENTS = 20;
const LIFETIME_MS = 10 * 60_000;
// One or two servers may simply block our address.
const ENOUGH_PLACES = 3;

/** Expects the newest judgement last. True when most recent ones are contradictions, on three or more servers. */
export function isContradicted(judgements: readonly Judgement[], now: number): boolean {
  const recent = judgements.slice(-REMEMBERED_JUDGEMENTS).filter(({ at }) => now - at < LIFETIME_MS);
  const places = recent.flatMap(({ contradictedPlace }) => contradictedPlace ?? []);
  return new Set(places).size >= ENOUGH_PLACES && places.length * 2 > recent.length;
}

/** The verdict of another worker on our failure. */
export interface Verdict {
  /** Milliseconds on any one clock. */
  readonly at: number;
  readonly isContradiction: boolean;
}

export const REMEMBERED_VERDICTS = 100;
const COUNTED_BEFORE_MS = 10_000;

/** Counts verdicts since shortly before the failure. True when at least half of them are contradictions. */
export function isMostlyContradicted(verdicts: readonly Verdict[], failedAt: number): boolean {
  const counted = verdicts.filter(({ at }) => at >= failedAt - COUNTED_BEFORE_MS);
  const contradictions = counted.filter(({ isContradiction }) => isContradiction).length;
  return contradictions > 0 && contradictions * 2 >= counted.length;
}

/** Host and port as written, so that many monitors of one server count once. */
export function placeOf(target: CheckTarget): string {
  switch (target.type) {
    case 'PING':
      return target.host;
    case 'PORT':
      return `${target.host}:${target.port}`;
    case 'HTTP':
    case 'KEYWORD':
    case 'SSL':
    case 'DNS':
    case 'DOMAIN':
      return URL.parse(target.url)?.host ?? target.url;
  }
}
