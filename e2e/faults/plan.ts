// Decides which faults a run injects, in which order, and which of them at once.

import type { Touched } from './fault-kind.ts';
import { Seeded } from './seeded.ts';

export interface Drawable<Name> {
  readonly name: Name;
  readonly touches: Touched;
  readonly weight: number;
}

/** Faults of one round are injected at once, and healed together. */
export type Round<Name> = readonly Name[];

const SIZES = [1, 2, 3, 3];

/** Every kind is drawn about as often as its weight says. The first round is `first` alone. */
export function planOf<Name extends string>(
  seed: number,
  faults: number,
  kinds: readonly Drawable<Name>[],
  first: Name,
): Round<Name>[] {
  const random = new Seeded(seed);
  const rounds: Name[][] = [[first]];
  let left = faults - 1;
  let deck: Drawable<Name>[] = [];
  while (left > 0) {
    const round: Drawable<Name>[] = [];
    const size = Math.min(random.pick(SIZES), left);
    while (round.length < size) {
      if (deck.length === 0)
        deck = random.shuffled(kinds.flatMap((kind) => Array<Drawable<Name>>(kind.weight).fill(kind)));
      const next = deck.findIndex((kind) => fits(kind, round));
      if (next === -1) break;
      round.push(...deck.splice(next, 1));
    }
    rounds.push(round.map(({ name }) => name));
    left -= round.length;
  }
  return rounds;
}

function fits<Name>(kind: Drawable<Name>, round: readonly Drawable<Name>[]): boolean {
  if (round.length === 0) return true;
  return (
    [kind, ...round].every(({ touches }) => touches !== 'everything') &&
    round.every((each) => each.touches !== kind.touches)
  );
}
