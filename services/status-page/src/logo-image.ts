// Decides what a fetched logo is, by its first bytes: what a server says of it is not believed.

const SIGNATURES: readonly { readonly type: string; readonly offset: number; readonly bytes: string }[] = [
  { type: 'image/png', offset: 0, bytes: '\x89PNG\r\n\x1A\n' },
  { type: 'image/jpeg', offset: 0, bytes: '\xFF\xD8\xFF' },
  { type: 'image/gif', offset: 0, bytes: 'GIF8' },
  { type: 'image/webp', offset: 8, bytes: 'WEBP' },
  { type: 'image/avif', offset: 4, bytes: 'ftypavif' },
];
const SVG =
  /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE svg[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/i;

/** Its media type; undefined when it is no image that every browser shows. */
export function imageType(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 32).toString('latin1');
  const known = SIGNATURES.find((signature) => head.startsWith(signature.bytes, signature.offset));
  if (known !== undefined) return known.type;
  return SVG.test(bytes.subarray(0, 4_096).toString('utf8')) ? 'image/svg+xml' : undefined;
}
