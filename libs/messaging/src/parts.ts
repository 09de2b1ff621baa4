// Decides how a message that is too large for NATS is cut: into parts of one size, the last of them known as such.

/** Half of what NATS takes by default, so that headers of any size that we send have room beside it. */
export const PART_BYTES = 512 * 1024;

/** JSON text in any number of pieces of any size, made one after the other as they are wanted. */
export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

export interface Part {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

export function fitsOnePart(text: string): boolean {
  // No UTF-16 unit takes more than three bytes of UTF-8, so short texts need not be measured.
  return text.length * 3 <= PART_BYTES || Buffer.byteLength(text) <= PART_BYTES;
}

/** At least one part. No more pieces are taken than the next part needs, and one to know whether it is the last. */
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

/** Items in their order, in groups that together have at most `maxBytes`; an item that alone has more is a group. */
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
