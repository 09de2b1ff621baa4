// Decides how a duration is written: its two largest units, neither of them zero.

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** `3 d 4 h`, `5 min`, `0 s`. Less than a second is written as `1 s`; only a duration of zero is `0 s`. */
export function durationWords(seconds: number): string {
  const whole = seconds > 0 ? Math.max(1, Math.round(seconds)) : 0;
  const first = UNITS.findIndex(([, length]) => whole >= length);
  if (first === -1) return '0 s';
  let rest = whole;
  const words: string[] = [];
  for (const [unit, length] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) words.push(`${count} ${unit}`);
  }
  return words.join(' ');
}
