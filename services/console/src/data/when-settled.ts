/**
 * Resolves when `newest` returns no read any more. A failed read is over too; its caller gets the error.
 */
export async function whenSettled(newest: () => Promise<unknown> | undefined): Promise<void> {
  for (let reading = newest(); reading !== undefined; reading = newest()) await Promise.allSettled([reading]);
}
