// Decides how latencies are counted in buckets, and which percentile a count of them stands for.

/** The longest attempt takes 60 s. */
const LONGEST_MS = 60_000;

/** Where each bucket begins, in milliseconds; each is about a seventh wider than the one before. */
export const BUCKET_BOUNDS: readonly number[] = bounds();

function bounds(): number[] {
  const starts = [0];
  for (let at = 1; at <= LONGEST_MS; at = Math.max(at + 1, Math.round(at * 1.15))) starts.push(at);
  return starts;
}

/** Bucket numbers count from 1, as PostgreSQL's width_bucket does, and how many latencies each holds. */
export type Histogram = ReadonlyMap<number, number>;

/** Nearest rank, placed within its bucket as if latencies were spread evenly in it. Null when there are none. */
export function percentile(histogram: Histogram, percent: number): number | null {
  const buckets = [...histogram].filter(([, count]) => count > 0).toSorted(([one], [other]) => one - other);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  const rank = Math.max(1, Math.ceil((percent * total) / 100));
  let before = 0;
  for (const [bucket, count] of buckets) {
    if (before + count >= rank) {
      const from = BUCKET_BOUNDS[bucket - 1] ?? LONGEST_MS;
      const to = BUCKET_BOUNDS[bucket] ?? LONGEST_MS;
      return Math.round(from + ((rank - before - 0.5) / count) * Math.max(to - from - 1, 0));
    }
    before += count;
  }
  return null;
}
