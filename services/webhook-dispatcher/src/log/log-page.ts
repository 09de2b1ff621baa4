// Decides which of the scanned events form a page of the log, and whether and where the next page begins.

export interface ScannedEvent {
  readonly position: number;
  /** The length of its body. */
  readonly bytes: number;
  /** True if it passes the filter. */
  readonly isWanted: boolean;
}

export interface PageLimits {
  readonly events: number;
  /** The page ends with the event that reaches this size, so that every page makes progress. */
  readonly bytes: number;
  /** How many events were scanned at most. */
  readonly scanned: number;
}

export interface LogPage {
  readonly positions: readonly number[];
  /** Every event up to this position is on this page or an earlier one, or is not wanted. */
  readonly readTo: number;
  readonly hasMore: boolean;
}

/** `scanned`: the events after position `from`, in order. */
export function logPage(from: number, scanned: readonly ScannedEvent[], limits: PageLimits): LogPage {
  const positions: number[] = [];
  let bytes = 0;
  let readTo = from;
  for (const event of scanned) {
    if (event.isWanted && (positions.length === limits.events || bytes >= limits.bytes)) {
      return { positions, readTo, hasMore: true };
    }
    readTo = event.position;
    if (!event.isWanted) continue;
    positions.push(event.position);
    bytes += event.bytes;
  }
  return { positions, readTo, hasMore: scanned.length >= limits.scanned };
}
