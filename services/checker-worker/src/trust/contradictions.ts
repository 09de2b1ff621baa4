// Decides when a worker should stop believing in its own failures: others keep finding that the targets are up.

import type { CheckTarget } from '@vedette/contract';

export interface Judgement {
  /** Milliseconds of any one clock. */
  readonly at: number;
  /** The place whose failure another worker contradicted; null for a success, or a failure that others saw too. */
  readonly contradictedPlace: string | null;
}

export const REMEMBERED_JUDGEMENTS = 20;
const LIFETIME_MS = 10 * 60_000;
// One or two may just not like our address.
const ENOUGH_PLACES = 3;

/** By the last judgements, the newest last: most of them contradicted, and not about one or two places alone. */
export function isContradicted(judgements: readonly Judgement[], now: number): boolean {
  const recent = judgements.slice(-REMEMBERED_JUDGEMENTS).filter(({ at }) => now - at < LIFETIME_MS);
  const places = recent.flatMap(({ contradictedPlace }) => contradictedPlace ?? []);
  return new Set(places).size >= ENOUGH_PLACES && places.length * 2 > recent.length;
}

/** What another worker found where we had seen a failure. */
export interface Verdict {
  /** Milliseconds of any one clock. */
  readonly at: number;
  readonly isContradiction: boolean;
}

export const REMEMBERED_VERDICTS = 100;
const COUNTED_BEFORE_MS = 10_000;

/** By what others found shortly before a failure and since: for every failure that they saw too, one that they did not. */
export function isMostlyContradicted(verdicts: readonly Verdict[], failedAt: number): boolean {
  const counted = verdicts.filter(({ at }) => at >= failedAt - COUNTED_BEFORE_MS);
  const contradictions = counted.filter(({ isContradiction }) => isContradiction).length;
  return contradictions > 0 && contradictions * 2 >= counted.length;
}

/** Host and port as they are written: many monitors of one server are one place. */
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
