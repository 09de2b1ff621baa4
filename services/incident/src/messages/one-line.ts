// Decides how a name that a customer chose is written into a sentence: it breaks no line, and it turns no other word around.

/** Embeddings, overrides and isolates. Letters have their direction without them. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;
const BREAKS = /[\s\p{Cc}]+/gu;

export function oneLine(text: string): string {
  return text.replaceAll(DIRECTIONS, '').replaceAll(BREAKS, ' ').trim() || 'Unnamed';
}
