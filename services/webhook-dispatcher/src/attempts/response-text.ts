// Decides what is kept of a receiver's answer: its first 4 KiB, as text that PostgreSQL can hold.

import { storableBody, type StorableText } from '@vedette/outbound/storable-text';

export const KEPT_RESPONSE_BYTES = 4_096;

/** Invalid UTF-8 and control characters become U+FFFD; a character that the limit cuts in two is left out. */
export function responseText(body: Buffer): StorableText {
  return storableBody(body, KEPT_RESPONSE_BYTES);
}
