/** How a service answers an operation with a stream: page by page, to the gateway, which keeps the stream open. */

export interface StreamPageRequest {
  /** The cursor of the last entry that the reader has; null if it wants what comes from now on. */
  readonly after: string | null;
}

export interface StreamEntry {
  /** Grows from one entry to the next. */
  readonly position: number;
  readonly cursor: string;
  /** JSON text in one line. */
  readonly data: string;
}

export interface StreamPage {
  readonly entries: readonly StreamEntry[];
  /** Where the reader is after these entries. */
  readonly position: number;
  readonly cursor: string;
  readonly hasMore: boolean;
  /** True if the cursor was of no use: the reader has lost its place, and goes on with what comes from now on. */
  readonly isReset: boolean;
}

/** Tells gateways how far a stream has grown. */
export interface StreamGrowth {
  readonly position: number;
  /** The length of the new entries; older services leave it out. */
  readonly bytes?: number;
}
