// Decides which days the history has: each day is a partition that is created ahead of time and dropped when it is old.

const DAY_MS = 86_400_000;
/** Results wait in the stream for a day at most, and their slots are a few minutes older. */
const DAYS_BACK = 2;
/** If the service cannot create partitions for this long, it has other problems too. */
const DAYS_AHEAD = 3;

/** A day in UTC, `YYYYMMDD`. */
export type Day = string;

export function dayOf(at: Date): Day {
  return at.toISOString().slice(0, 10).replaceAll('-', '');
}

export function startOf(day: Day): Date {
  return new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`);
}

export function endOf(day: Day): Date {
  return new Date(startOf(day).getTime() + DAY_MS);
}

/** The days that must have a partition. */
export function neededDays(now: Date): Day[] {
  return Array.from({ length: DAYS_BACK + 1 + DAYS_AHEAD }, (_, index) =>
    dayOf(new Date(now.getTime() + (index - DAYS_BACK) * DAY_MS)),
  );
}

/** The days that lie completely before the last `keptDays` days. */
export function outdatedDays(days: readonly Day[], keptDays: number, now: Date): Day[] {
  const cutoff = now.getTime() - keptDays * DAY_MS;
  return days.filter((day) => endOf(day).getTime() <= cutoff);
}

/** The time range of the partitions that must exist. Results outside of it are not kept. */
export function filedBetween(now: Date): { readonly from: Date; readonly to: Date } {
  const days = neededDays(now);
  return { from: startOf(days[0] ?? dayOf(now)), to: endOf(days.at(-1) ?? dayOf(now)) };
}
