// Decides which instant a wall time in a time zone is, and which wall time an instant is. Forms take wall times.

const MINUTE_MS = 60_000;
const WALL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** As a field for dates and times wants it: `2026-03-29T02:30`. */
export function wallTimeOf(at: string, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(at));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/**
 * A wall time that clocks skip moves forward by the skipped time; if a wall time occurs twice, the first one counts. The
 * server does the same with recurrences. Returns an empty text for anything but a wall time.
 */
export function instantOf(wall: string, zone: string): string {
  const asUtc = WALL_TIME.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return '';
  // The offset before a change gives the first of two instants, and moves skipped times forward.
  const before = offsetAt(asUtc - 24 * 60 * MINUTE_MS, zone);
  const guess = asUtc - before;
  const isThere = Date.parse(`${wallTimeOf(new Date(guess).toISOString(), zone)}Z`) === asUtc;
  const after = asUtc - offsetAt(asUtc + 24 * 60 * MINUTE_MS, zone);
  const isAfterChange = Date.parse(`${wallTimeOf(new Date(after).toISOString(), zone)}Z`) === asUtc;
  return new Date(isThere || !isAfterChange ? guess : after).toISOString();
}

/** How far the wall time of the zone is ahead of UTC. */
function offsetAt(at: number, zone: string): number {
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${wallTimeOf(new Date(minute).toISOString(), zone)}Z`) - minute;
}
