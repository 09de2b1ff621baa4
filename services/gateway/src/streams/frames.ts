// Decides what is written into a stream of server-sent events.

import type { StreamEntry, StreamPage } from '@vedette/contract';

/** Keeps proxies and clients from taking a silent connection for dead. */
export const COMMENT = ':\n\n';

const RETRY_FROM_MS = 1_000;
const RETRY_TO_MS = 6_000;

/** The data is JSON in one line, so that it needs no splitting. */
export function entryFrame({ cursor, data }: StreamEntry): string {
  return `id: ${cursor}\ndata: ${data}\n\n`;
}

/** A page with all its entries as they are sent, which most readers of a stream get as they are. */
export interface FramedPage extends StreamPage {
  readonly bytes: Buffer;
}

export function framed(page: StreamPage): FramedPage {
  return { ...page, bytes: Buffer.from(page.entries.map(entryFrame).join('')) };
}

/** Gives a reader its place without an event, so that it can go on from there when it connects again. */
export function placeFrame(cursor: string): string {
  return `id: ${cursor}\n\n`;
}

/** Tells a reader that it has lost its place: events may be missing before this one. */
export function resetFrame(cursor: string): string {
  return `event: reset\nid: ${cursor}\ndata: {}\n\n`;
}

/** The last words of a stream that ends in order. `random`, from 0 to 1, spreads the readers, who connect again after that time. */
export function farewellFrame(random: number): string {
  return `retry: ${String(Math.round(RETRY_FROM_MS + (RETRY_TO_MS - RETRY_FROM_MS) * random))}\n\n`;
}
