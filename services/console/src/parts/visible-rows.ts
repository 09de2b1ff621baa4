// Decides which rows of a long table are drawn: the visible ones, and some above and below them.

export interface RowWindow {
  readonly first: number;
  /** The row after the last one. */
  readonly end: number;
}

export interface Viewport {
  /** Where the first row begins, seen from the top of the viewport; negative once it has scrolled away. */
  readonly top: number;
  readonly height: number;
}

/** Beyond either edge, so that fast scrolling shows rows and no gaps. */
const SPARE_ROWS = 12;

export function visibleRows({ top, height }: Viewport, rowHeight: number, rowCount: number): RowWindow {
  const first = Math.floor(-top / rowHeight) - SPARE_ROWS;
  const end = Math.ceil((height - top) / rowHeight) + SPARE_ROWS;
  const clip = (row: number): number => Math.min(rowCount, Math.max(0, row));
  return { first: clip(first), end: clip(end) };
}
