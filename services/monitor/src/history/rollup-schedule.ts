// Decides when hours and days are rolled up: soon after they end, after late results, and when none can arrive any more.

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The current hour is rolled up this often, so that charts reach the present. */
const REFRESH_MS = 10 * 60_000;
/** Results of the last minutes may still be on their way. */
const SOON_MS = 2 * 60_000;
/** A transaction that stores results commits within this time. */
const LONGEST_STORING_MS = 60_000;
/** Results wait in the stream for a day at most. */
const FINAL_MS = 25 * HOUR_MS;

export type Progress = ReadonlyMap<number, Date>;

/** The hours of checks that are stored so late that a rollup of their hour may not count them. */
export function lateHours(slots: readonly Date[], now: Date): Date[] {
  const starts = slots.map((slotAt) => slotAt.getTime() - (slotAt.getTime() % HOUR_MS));
  return [...new Set(starts)]
    .filter((start) => now.getTime() >= start + HOUR_MS + SOON_MS - LONGEST_STORING_MS)
    .map((start) => new Date(start));
}

/**
 * The starts of the hours to roll up now, oldest first. `rolledUp` maps the start of an hour to its rollup time; `late`
 * holds the hours that got checks after their end.
 */
export function dueHours(rolledUp: Progress, late: ReadonlySet<number>, keptDays: number, now: Date): Date[] {
  const current = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const oldestKept = current - (keptDays - 1) * DAY_MS;
  // There is nothing to roll up before the first rolled-up hour, but for late checks. If no hour has been rolled up, the
  // service is new: its first checks are of this hour, or of the last one if it started just before its end.
  const first = Math.max(oldestKept, Math.min(current - HOUR_MS, ...rolledUp.keys(), ...late));
  const due: Date[] = [];
  for (let start = first - (first % HOUR_MS); start <= current; start += HOUR_MS) {
    const isLate = late.has(start) && now.getTime() >= start + HOUR_MS + SOON_MS;
    if (isLate || isDue(start + HOUR_MS, rolledUp.get(start)?.getTime(), now.getTime())) due.push(new Date(start));
  }
  return due;
}

/** A day is rolled up once, from its hours, when those are final. */
export function dueDays(rolledUpHours: Progress, rolledUpDays: Progress, now: Date): Date[] {
  const days = new Set([...rolledUpHours.keys()].map((start) => start - (start % DAY_MS)));
  return [...days]
    .filter((start) => !rolledUpDays.has(start) && now.getTime() >= start + DAY_MS + FINAL_MS + SOON_MS)
    .filter((start) => hoursOf(start).every((hour) => isFinal(hour + HOUR_MS, rolledUpHours.get(hour)?.getTime())))
    .toSorted((one, other) => one - other)
    .map((start) => new Date(start));
}

function hoursOf(day: number): number[] {
  return Array.from({ length: 24 }, (_, hour) => day + hour * HOUR_MS);
}

/** An hour that was never rolled up has no checks, because the service did not run. */
function isFinal(end: number, rolledUpAt: number | undefined): boolean {
  return rolledUpAt === undefined || rolledUpAt >= end + FINAL_MS;
}

function isDue(end: number, rolledUpAt: number | undefined, now: number): boolean {
  if (rolledUpAt === undefined) return true;
  if (now < end + SOON_MS) return now - rolledUpAt >= REFRESH_MS;
  if (rolledUpAt < end + SOON_MS) return true;
  return now >= end + FINAL_MS && rolledUpAt < end + FINAL_MS;
}
