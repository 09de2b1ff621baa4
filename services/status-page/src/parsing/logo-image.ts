// Decides the type of a fetched logo from its first bytes; the Content-Type of its server is not trusted.

const SIGNATURES: readonly { readonly type: string; readonly offset: number; readonly bytes: string }[] = [
  { type: 'image/png', offset: 0, bytes: '\x89PNG\r\n\x1A\n' },
  { type: 'image/jpeg', offset: 0, bytes: '\xFF\xD8\xFF' },
  { type: 'image/gif', offset: 0, bytes: 'GIF8' },
  { type: 'image/webp', offset: 8, bytes: 'WEBP' },
  { type: 'image/avif', offset: 4, bytes: 'ftypavif' },
];

/** The constructs that may precede the root element of an SVG file, by their first and last characters. */
const PROLOGUE: readonly { readonly from: string; readonly to: string }[] = [
  { from: '<?xml', to: '?>' },
  { from: '<!--', to: '-->' },
  { from: '<!doctype svg', to: '>' },
];
const SVG_LOOKED_AT_BYTES = 4_096;
const BYTE_ORDER_MARK = '\uFEFF';

/** The media type; undefined when the bytes are not an image that every browser shows. */
export function imageType(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 32).toString('latin1');
  const known = SIGNATURES.find((signature) => head.startsWith(signature.bytes, signature.offset));
  if (known !== undefined) return known.type;
  return isSvg(bytes.subarray(0, SVG_LOOKED_AT_BYTES).toString('utf8').toLowerCase()) ? 'image/svg+xml' : undefined;
}

/** Reads each character once: the position only moves forward, and an unterminated construct ends the search. */
function isSvg(text: string): boolean {
  let at = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  for (;;) {
    while (isBlank(text[at])) at += 1;
    const part = PROLOGUE.find(({ from }) => text.startsWith(from, at));
    if (part === undefined) break;
    const end = text.indexOf(part.to, at + part.from.length);
    if (end === -1) return false;
    at = end + part.to.length;
  }
  const after = text[at + '<svg'.length];
  return text.startsWith('<svg', at) && (after === '>' || after === '/' || isBlank(after));
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '\r';
}
