// Decides where a long address may go on in the next line: between its parts rather than within a word.

/** Joined, the pieces are the address. */
export function addressPieces(address: string): string[] {
  return address.split(/(?<=[/.?&=#,])(?!\/)/);
}
