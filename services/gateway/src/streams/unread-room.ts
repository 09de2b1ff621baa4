// Decides what happens to a reader whose next bytes find no room beside those that others leave unread.

/** Of all streams of a process. */
export const MOST_UNREAD_BYTES = 64 * 1_024 * 1_024;
/** A tenth, so that no organization takes the room of another one. */
export const MOST_UNREAD_BYTES_OF_ORGANIZATION = Math.floor(MOST_UNREAD_BYTES / 10);
/** A reader that takes this long over one page is cut off when its organization needs the room. */
export const PATIENCE_MS = 10_000;

export interface Unread {
  readonly bytes: number;
  /** Since when its slowest reader has unread bytes; undefined: no reader has any. */
  readonly slowestSince: number | undefined;
}

export interface UnreadNow {
  /** The bytes of all organizations. */
  readonly total: number;
  /** Of the reader's organization. */
  readonly own: Unread;
  /** The most bytes that one organization has. */
  readonly most: number;
}

/** `write`: there is room. `cut-own`, `cut-largest`: the slowest reader of that organization goes first. */
export type RoomDecision = 'write' | 'cut-own' | 'cut-largest' | 'close';

/** `now` and `slowestSince` count milliseconds on the same clock. */
export function roomFor(bytes: number, { total, own, most }: UnreadNow, now: number): RoomDecision {
  const isOver = own.bytes + bytes > MOST_UNREAD_BYTES_OF_ORGANIZATION;
  const isFull = total + bytes > MOST_UNREAD_BYTES;
  if (!isOver && !isFull) return 'write';
  if (!isOver && own.bytes < most) return 'cut-largest';
  return own.slowestSince !== undefined && now - own.slowestSince >= PATIENCE_MS ? 'cut-own' : 'close';
}
