import type { LiveEvent } from '../live/live-event.ts';

export interface EventPage {
  readonly events: readonly LiveEvent[];
  readonly nextCursor: string | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** From the shortest on: a busy organization fills the list with minutes, a quiet one needs the whole log. */
const SPANS_MS = [HOUR_MS / 60, HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS];
/** A span with more events than this is not read to its end. */
const MOST_PAGES = 5;

type Read = (from: number, cursor: string | undefined) => Promise<EventPage>;

/**
 * The newest events, newest first. The log can only be read from its oldest event on, so growing spans of time are read.
 * `read` gives a page of the events since a time.
 */
export async function latestEvents(wanted: number, now: number, read: Read): Promise<LiveEvent[]> {
  let newest: readonly LiveEvent[] = [];
  for (const span of SPANS_MS) {
    const { events, isWhole } = await eventsSince(now - span, wanted, read);
    // Of a span that was not read to its end, only the oldest events are known.
    if (isWhole || newest.length === 0) newest = events;
    if (!isWhole || newest.length >= wanted) break;
  }
  return newest.toReversed();
}

async function eventsSince(
  from: number,
  wanted: number,
  read: Read,
): Promise<{ events: LiveEvent[]; isWhole: boolean }> {
  let events: LiveEvent[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await read(from, cursor);
    events = [...events, ...page.events].slice(-wanted);
    if (page.nextCursor === null || page.events.length === 0) return { events, isWhole: true };
    cursor = page.nextCursor;
  }
  return { events, isWhole: false };
}
