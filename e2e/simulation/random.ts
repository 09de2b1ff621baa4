/** A source of numbers in [0, 1) that depend on the seed alone. */
export type Random = () => number;

/** Mulberry32. */
export function seeded(seed: number): Random {
  let state = mixed(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    return unit(state);
  };
}

/** A number in [0, 1) that depends on its arguments alone, however many others were drawn before. */
export function chance(seed: number, place: number, number: number): number {
  return unit(mixed(seed ^ Math.imul(place + 1, 0x9e3779b1)) + Math.imul(number, 0x6d2b79f5));
}

export function oneOf<T>(random: Random, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new RangeError('There is nothing to choose from');
  return value;
}

/** A whole number from `least` to `most`, both included. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

function unit(state: number): number {
  let value = Math.imul(state ^ (state >>> 15), state | 1);
  value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
  return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
}

function mixed(seed: number): number {
  const value = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
  return Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
}
