// Decides which DNS records count as known: a changed answer fails one check, and is part of the baseline from then on.

/** Records, and when each was last seen. */
export type SeenRecords = Readonly<Record<string, string>>;

/** Pools hand out their addresses in turn: one that was seen within this time is no news. */
const POOL_MEMORY_MS = 7 * 86_400_000;
/** A record that is seen with every check need not be written with every check. */
const REMEMBERED_ANEW_AFTER_MS = 3_600_000;
/** A hostile server has new addresses in every answer: those that were seen last are kept. */
const MOST_ADDRESSES = 5_000;
/** What is known travels with every job, and must leave room for the rest of it. */
const MOST_BYTES = 300_000;

/** Null while nothing is known. */
export function baselineOf(seen: SeenRecords | null, recordType: string, now: Date): string[] | null {
  const known = Object.entries(seen ?? {}).filter(([, seenAt]) => !isPool(recordType) || isRemembered(seenAt, now));
  return known.length === 0 ? null : known.map(([record]) => record).toSorted();
}

/** What is known after an answer; undefined when that is what was known before. */
export function seenAfter(
  seen: SeenRecords | null,
  recordType: string,
  answer: readonly string[],
  now: Date,
): SeenRecords | undefined {
  const before = Object.entries(seen ?? {}).filter(([, seenAt]) => isPool(recordType) && isRemembered(seenAt, now));
  const after = bounded({
    ...Object.fromEntries(before),
    ...Object.fromEntries(answer.map((each) => [each, now.toISOString()])),
  });
  return isSame(seen ?? {}, after) ? undefined : after;
}

/** Nothing is known after an answer that is too large to be held against the next one. */
function bounded(seen: SeenRecords): SeenRecords {
  const kept = newest(seen);
  return Buffer.byteLength(JSON.stringify(kept)) > MOST_BYTES ? {} : kept;
}

function newest(seen: SeenRecords): SeenRecords {
  const records = Object.entries(seen);
  if (records.length <= MOST_ADDRESSES) return seen;
  // Times of one form sort like texts.
  const latestFirst = records.toSorted(([, one], [, other]) => (one < other ? 1 : -1));
  return Object.fromEntries(latestFirst.slice(0, MOST_ADDRESSES));
}

function isPool(recordType: string): boolean {
  return recordType === 'A' || recordType === 'AAAA';
}

function isRemembered(seenAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(seenAt) <= POOL_MEMORY_MS;
}

function isSame(before: SeenRecords, after: SeenRecords): boolean {
  const records = Object.keys(after);
  return (
    records.length === Object.keys(before).length &&
    records.every(
      (record) => Date.parse(after[record] ?? '') - Date.parse(before[record] ?? '') < REMEMBERED_ANEW_AFTER_MS,
    )
  );
}
