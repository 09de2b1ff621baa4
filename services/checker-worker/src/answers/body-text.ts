// Decides in which character set a body is decoded, so that a keyword is found in any encoding.

import { TextDecoder } from 'node:util';

const BYTE_ORDER_MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
];

/** Browsers look for a declaration in this many bytes at the start of a document. */
export const DECLARATION_BYTES = 1024;

/** `start` is the first DECLARATION_BYTES of the body, or all of a shorter one. */
export function bodyDecoder(start: Uint8Array, contentType: string | undefined): TextDecoder {
  return decoderFor(charsetOf(start, contentType));
}

/** As in browsers, a byte order mark outranks the header, and the header outranks the document's own declaration. */
function charsetOf(body: Uint8Array, contentType: string | undefined): string {
  const mark = BYTE_ORDER_MARKS.find(([bytes]) => bytes.every((byte, i) => body[i] === byte));
  if (mark !== undefined) return mark[1];
  const said = charsetIn(contentType ?? '');
  if (said !== undefined) return said;
  const start = Buffer.from(body.subarray(0, DECLARATION_BYTES)).toString('latin1');
  return /<(?:meta|\?xml)\b/i.test(start) ? (charsetIn(start) ?? 'utf-8') : 'utf-8';
}

function charsetIn(text: string): string | undefined {
  return /(?:charset|encoding)\s{0,20}=\s{0,20}["']?([\w:.-]{1,40})/i.exec(text)?.[1];
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
