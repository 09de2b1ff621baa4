// Decides the form in which outside text is stored, so that PostgreSQL, JSON and a screen can show all of it.

declare const storable: unique symbol;

/** Text of bounded length without U+0000, lone surrogates and control characters. Only this file creates it. */
export type StorableText = string & { readonly [storable]: true };

const REPLACEMENT = '\uFFFD';
// C0 except tab and line breaks, DEL, C1, line and paragraph separators, and characters that change the text direction.
const UNPRINTABLE = /(?![\t\n\r])[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;
const LINE_BREAKS = /[\t\n\r]/g;

const MAX_LINE_LENGTH = 500;

/** Keeps line breaks and at most `maxLength` characters; a character is never split. */
export function storableText(text: string, maxLength: number): StorableText {
  return cut(text, maxLength).toWellFormed().replaceAll(UNPRINTABLE, REPLACEMENT) as StorableText;
}

/** One line: a cause, a reason, a name. */
export function storableLine(text: string, maxLength = MAX_LINE_LENGTH): StorableText {
  return storableText(text, maxLength).replaceAll(LINE_BREAKS, ' ') as StorableText;
}

/** The first bytes of a body as UTF-8, without a character that the limit splits. */
export function storableBody(body: Uint8Array, maxBytes: number): StorableText {
  const text = new TextDecoder('utf-8').decode(body.subarray(0, maxBytes), { stream: true });
  return storableText(text, maxBytes);
}

/** A timestamp that other programs can read, with a four-digit year; null for other years. */
export function storableInstant(instant: Date | null): Date | null {
  if (instant === null) return null;
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : null;
}

/** `maxLength` counts UTF-16 units, including the ellipsis. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = maxLength - 1;
  const isSplitPair = isHighSurrogate(text.charCodeAt(end - 1)) && isLowSurrogate(text.charCodeAt(end));
  return `${text.slice(0, isSplitPair ? end - 1 : end)}…`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
