// Decides which DNS records count as known: a changed answer fails one check and then becomes part of the baseline.

/** Records, each with the time when it was last seen. */
export type SeenRecords = Readonly<Record<string, string>>;

/** DNS pools rotate their addresses. An address that was seen within this time does not count as a change. */
const POOL_MEMORY_MS = 7 * 86_400_000;
/** A record that every check sees is written at most once in this time. */
const REMEMBERED_ANEW_AFTER_MS = 3_600_000;
/** A hostile server can send new addresses in every answer, so only the most recently seen ones are kept. */
const MOST_ADDRESSES = 5_000;
/** The known records travel with every job and must leave room for its other fields. */
const MOST_BYTES = 300_000;

/** Null while no record is known. */
export function baselineOf(seen: SeenRecords | null, recordType: string, now: Date): string[] | null {
  const known = Object.entries(seen ?? {}).filter(([, seenAt]) => !isPool(recordType) || isRemembered(seenAt, now));
  return known.length === 0 ? null : known.map(([record]) => record).toSorted();
}

/** The known records after an answer; undefined when they have not changed. */
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

/** An answer that is too large to be compared with the next one clears the known records. */
function bounded(seen: SeenRecords): SeenRecords {
  const kept = newest(seen);
  return Buffer.byteLength(JSON.stringify(kept)) > MOST_BYTES ? {} : kept;
}

function newest(seen: SeenRecords): SeenRecords {
  const records = Object.entries(seen);
  if (records.length <= MOST_ADDRESSES) return seen;
  // Timestamps of the same format sort correctly as strings.
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
