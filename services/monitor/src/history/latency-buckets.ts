// Decides in which buckets latencies are counted.

/** The longest attempt takes 60 s. */
const LONGEST_MS = 60_000;

/** Where each bucket begins, in milliseconds; each is about a seventh wider than the one before. PostgreSQL's `width_bucket` counts them from 1. */
export const BUCKET_BOUNDS: readonly number[] = bounds();

function bounds(): number[] {
  const starts = [0];
  for (let at = 1; at <= LONGEST_MS; at = Math.max(at + 1, Math.round(at * 1.15))) starts.push(at);
  return starts;
}
