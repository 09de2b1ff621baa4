// Decides how a message that is too large for NATS is cut: into parts of one size, with the last part marked.

/** Half of NATS's default limit, so that our headers always fit beside a part. */
export const PART_BYTES = 512 * 1024;

/** JSON text in pieces of any number and size, made one by one when the reader asks for them. */
export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

export interface Part {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

export function fitsOnePart(text: string): boolean {
  // A UTF-16 unit takes at most three bytes of UTF-8, so short texts need not be measured.
  return text.length * 3 <= PART_BYTES || Buffer.byteLength(text) <= PART_BYTES;
}

/** Yields at least one part. Reads only the pieces that the next part needs, and one to know whether it is the last. */
export async function* cutParts(pieces: Pieces): AsyncGenerator<Part, void, undefined> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    held.push(bytes);
    size += bytes.length;
    if (size <= PART_BYTES) continue;
    let rest = joined(held, size);
    while (rest.length > PART_BYTES) {
      yield { bytes: rest.subarray(0, PART_BYTES), isLast: false };
      rest = rest.subarray(PART_BYTES);
    }
    held = [rest];
    size = rest.length;
  }
  yield { bytes: joined(held, size), isLast: true };
}

/** Groups items, in order, so that each group has at most `maxBytes`; a larger item is a group of its own. */
export function groupsOf<T extends { readonly bytes: number }>(items: readonly T[], maxBytes: number): T[][] {
  const groups: T[][] = [];
  let group: T[] = [];
  let size = 0;
  for (const item of items) {
    if (group.length > 0 && size + item.bytes > maxBytes) {
      groups.push(group);
      group = [];
      size = 0;
    }
    group.push(item);
    size += item.bytes;
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces, size);
}
