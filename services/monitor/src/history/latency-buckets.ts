// Decides in which buckets latencies are counted.

/** The longest attempt takes 60 s. */
const LONGEST_MS = 60_000;

/**
 * The lower bound of each bucket in milliseconds; each bucket is about a seventh wider than the previous one.
 * PostgreSQL's `width_bucket` counts them from 1.
 */
export const BUCKET_BOUNDS: readonly number[] = bounds();

function bounds(): number[] {
  const starts = [0];
  for (let at = 1; at <= LONGEST_MS; at = Math.max(at + 1, Math.round(at * 1.15))) starts.push(at);
  return starts;
}
