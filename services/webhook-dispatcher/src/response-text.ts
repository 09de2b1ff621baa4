// Decides what is kept of a receiver's answer: its first 4 KiB, as text that PostgreSQL can hold.

export const KEPT_RESPONSE_BYTES = 4_096;

/** Bytes that are no UTF-8, and U+0000, become U+FFFD; a character that the limit cuts in two is left out. */
export function responseText(body: Buffer): string {
  const decoder = new TextDecoder('utf-8');
  return decoder.decode(body.subarray(0, KEPT_RESPONSE_BYTES), { stream: true }).replaceAll('\0', '\uFFFD');
}
