/**
 * Resolves when `newest` has nothing on its way. A read that fails is over too; whoever asked for it is told why.
 */
export async function whenSettled(newest: () => Promise<unknown> | undefined): Promise<void> {
  for (let reading = newest(); reading !== undefined; reading = newest()) await Promise.allSettled([reading]);
}
