// Decides in which buckets latencies are counted.

/** The longest attempt takes 60 s. */
const LONGEST_MS = 60_000;
const GROWTH = 1.04;

/**
 * The lower bound of each bucket in milliseconds: one for each millisecond at first, then each 4 % after the previous
 * one. The last bucket has no end. PostgreSQL's `width_bucket` counts them from 1.
 */
export const BUCKET_BOUNDS: readonly number[] = bounds();

/** The latency that stands for all of a bucket: its middle. */
export function latencyOf(bucket: number): number {
  const from = BUCKET_BOUNDS[bucket - 1] ?? 0;
  const to = BUCKET_BOUNDS[bucket] ?? from + 1;
  return Math.floor((from + to - 1) / 2);
}

/** As `width_bucket` of PostgreSQL. */
export function bucketOf(ms: number): number {
  let [before, after] = [0, BUCKET_BOUNDS.length];
  while (before < after) {
    const middle = (before + after) >> 1;
    if ((BUCKET_BOUNDS[middle] ?? Infinity) <= ms) before = middle + 1;
    else after = middle;
  }
  return before;
}

function bounds(): number[] {
  const starts = [0];
  for (let at = 1; at <= LONGEST_MS; at = Math.max(at + 1, Math.round(at * GROWTH))) starts.push(at);
  return starts;
}
