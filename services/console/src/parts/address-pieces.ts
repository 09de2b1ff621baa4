// Decides where a long address may be broken into lines: between its parts, not within a word.

/** Joined, the pieces are the address. */
export function addressPieces(address: string): string[] {
  return address.split(/(?<=[/.?&=#,])(?!\/)/);
}
