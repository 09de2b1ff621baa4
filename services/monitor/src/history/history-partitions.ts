// Decides which partitions the history has: each is a day or a month, made ahead of time and dropped when it is old.

const DAY_MS = 86_400_000;
/** Results wait in the stream for a day at most, and their slots are a few minutes older. */
const DAYS_BACK = 2;
/** If the service cannot create partitions for this long, it has other problems too. */
const DAYS_AHEAD = 3;

export type PartitionLength = 'day' | 'month';

/** In UTC: `YYYYMMDD` for a day, `YYYYMM` for a month. */
export type PartitionName = string;

export function partitionAt(at: Date, length: PartitionLength): PartitionName {
  return at
    .toISOString()
    .slice(0, length === 'day' ? 10 : 7)
    .replaceAll('-', '');
}

export function startOf(name: PartitionName): Date {
  return new Date(`${name.slice(0, 4)}-${name.slice(4, 6)}-${name.slice(6) || '01'}T00:00:00Z`);
}

export function endOf(name: PartitionName): Date {
  const end = startOf(name);
  if (isDay(name)) end.setUTCDate(end.getUTCDate() + 1);
  else end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}

/** The partitions that must exist, oldest first. */
export function neededPartitions(length: PartitionLength, now: Date): PartitionName[] {
  const days = Array.from({ length: DAYS_BACK + 1 + DAYS_AHEAD }, (_, index) =>
    partitionAt(new Date(now.getTime() + (index - DAYS_BACK) * DAY_MS), length),
  );
  return [...new Set(days)];
}

/** The partitions that lie completely before the last `keptDays` days. */
export function outdatedPartitions(names: readonly PartitionName[], keptDays: number, now: Date): PartitionName[] {
  const cutoff = now.getTime() - keptDays * DAY_MS;
  return names.filter((name) => endOf(name).getTime() <= cutoff);
}

/** The time range of the days that must exist. Results outside of it are not kept. */
export function filedBetween(now: Date): { readonly from: Date; readonly to: Date } {
  const days = neededPartitions('day', now);
  const today = partitionAt(now, 'day');
  return { from: startOf(days[0] ?? today), to: endOf(days.at(-1) ?? today) };
}

function isDay(name: PartitionName): boolean {
  return name.length === 'YYYYMMDD'.length;
}
