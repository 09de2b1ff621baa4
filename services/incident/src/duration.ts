// Decides how a length of time is said: its two largest units, none of them zero.

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** `3 d 4 h`, `5 min`, `0 s`. */
export function inWords(seconds: number): string {
  const first = UNITS.findIndex(([, length]) => seconds >= length);
  if (first === -1) return '0 s';
  let rest = seconds;
  const words: string[] = [];
  for (const [unit, length] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) words.push(`${count} ${unit}`);
  }
  return words.join(' ');
}

export function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1_000));
}
