// Decides how a list of HTTP status codes is written and read as ranges, such as 200–206, 301.

/** Consecutive codes as one range. */
export function statusRanges(codes: readonly number[]): string {
  const sorted = [...new Set(codes)].toSorted((one, other) => one - other);
  const ranges: [number, number][] = [];
  for (const code of sorted) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges.map(([first, end]) => (first === end ? `${first}` : `${first}–${end}`)).join(', ');
}

/** Text that is no code stays text, so that the validator says what is wrong with it. */
export function parseStatusRanges(text: string): (number | string)[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part): (number | string)[] => {
      const [, first, end = first] = /^(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?$/.exec(part) ?? [];
      if (first === undefined || end === undefined || Number(end) < Number(first)) return [part];
      return Array.from({ length: Number(end) - Number(first) + 1 }, (_, offset) => Number(first) + offset);
    });
}
