// Decides how many bytes of a socket are read at once.

/**
 * The most, which is also the high-water mark of a socket. The cost of a slice depends on its content: 4 KiB can hold
 * hundreds of chunks or interim responses, so slices grow only while they cost little.
 */
export const SLICE_BYTES = 4_096;
/** The head of most answers. */
export const FIRST_SLICE_BYTES = 1_024;
const LEAST_SLICE_BYTES = 256;

/** How long one socket is read before another gets its turn. */
export const ONE_TURN_MS = 0.5;

/** The size of the next slice, after one of `sliceBytes` that took `tookMs`. */
export function nextSliceBytes(sliceBytes: number, tookMs: number): number {
  if (tookMs > ONE_TURN_MS) return Math.max(sliceBytes / 2, LEAST_SLICE_BYTES);
  return tookMs < ONE_TURN_MS / 4 ? Math.min(sliceBytes * 2, SLICE_BYTES) : sliceBytes;
}
