// Decides when a day begins and ends in a time zone: at midnight, or right after it where midnight is skipped.

export interface LocalDay {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly from: Date;
  readonly to: Date;
}

const DAY_MS = 86_400_000;
/** No time zone is further from UTC. */
const FURTHEST_MS = 15 * 3_600_000;

/** The days from one local date to another, inclusive. */
export function localDays(fromDate: string, toDate: string, timezone: string): LocalDay[] {
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  const days: LocalDay[] = [];
  let from = startOf(fromDate, clock);
  for (let noon = Date.parse(`${fromDate}T12:00:00Z`); noon <= Date.parse(`${toDate}T12:00:00Z`); noon += DAY_MS) {
    const date = dateOf(noon);
    const to = startOf(dateOf(noon + DAY_MS), clock);
    days.push({ date, from, to });
    from = to;
  }
  return days;
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function startOf(date: string, clock: Intl.DateTimeFormat): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const guess = midnight - offsetAt(midnight - offsetAt(midnight, clock), clock);
  if (localDateAt(guess, clock) === date && localDateAt(guess - 1, clock) < date) return new Date(guess);
  // The clock changes around midnight: search for the first moment of the day.
  let before = midnight - FURTHEST_MS;
  let after = midnight + FURTHEST_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (localDateAt(middle, clock) < date) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/** By how much the local clock is ahead of UTC. */
function offsetAt(ms: number, clock: Intl.DateTimeFormat): number {
  const shown = Date.parse(`${localTimeAt(ms, clock).replace(', ', 'T')}Z`);
  return shown - Math.floor(ms / 1_000) * 1_000;
}

function localDateAt(ms: number, clock: Intl.DateTimeFormat): string {
  return localTimeAt(ms, clock).slice(0, 10);
}

/** `YYYY-MM-DD, HH:MM:SS`. */
function localTimeAt(ms: number, clock: Intl.DateTimeFormat): string {
  return clock.format(ms);
}
