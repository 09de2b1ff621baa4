import type { Pagination } from '@vedette/contract';
import type { Pieces } from '../link/parts.ts';

/** How much of a list or a long resource one statement reads: about as much as one part of the answer holds. */
export const PIECE_BYTES = 512 * 1024;

/** A page of a list as JSON text. Its items, also JSON text, are read one by one when the reader asks for them. */
export async function* listJson(
  items: AsyncIterable<string | Pieces>,
  pagination: Pagination,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  let separator = '{"data":[';
  for await (const item of items) {
    if (typeof item === 'string') {
      yield separator + item;
    } else {
      yield separator;
      yield* item;
    }
    separator = ',';
  }
  yield `${separator === ',' ? '' : separator}],"pagination":${JSON.stringify(pagination)}}`;
}
