import { describe, expect, it } from '@jest/globals';
import type { LiveEvent } from '../live/live-event.ts';
import { latestEvents } from './latest-events.ts';

const NOW = Date.parse('2026-01-31T00:00:00.000Z');
const HOUR_MS = 3_600_000;
const PAGE = 100;

/** A log with an event at each of these times before now. */
function logOf(ages: readonly number[]): { read: Parameters<typeof latestEvents>[2]; requests: () => number } {
  const log = ages.toSorted((one, other) => other - one).map((age) => ({ id: `${age}`, at: NOW - age }));
  let requests = 0;
  const read: Parameters<typeof latestEvents>[2] = (from, cursor) => {
    requests += 1;
    const found = log.filter(({ at }) => at >= from);
    const start = Number(cursor ?? 0);
    const events = found.slice(start, start + PAGE).map(({ id }) => ({ id }) as LiveEvent);
    return Promise.resolve({ events, nextCursor: start + PAGE < found.length ? String(start + PAGE) : null });
  };
  return { read, requests: () => requests };
}

const every = (count: number, stepMs: number): number[] => Array.from({ length: count }, (_, index) => index * stepMs);
const idsOf = (events: readonly LiveEvent[]): number[] => events.map(({ id }) => Number(id));

describe('the newest events of the log', () => {
  it('are none in an empty log', async () => {
    expect(await latestEvents(3, NOW, logOf([]).read)).toEqual([]);
  });

  it('come newest first, however old they are', async () => {
    const { read } = logOf([HOUR_MS, 50 * HOUR_MS, 600 * HOUR_MS, 700 * HOUR_MS]);
    expect(idsOf(await latestEvents(3, NOW, read))).toEqual([HOUR_MS, 50 * HOUR_MS, 600 * HOUR_MS]);
  });

  it('take one request where a minute holds enough', async () => {
    const { read, requests } = logOf(every(1_000, 1_000));
    expect(idsOf(await latestEvents(3, NOW, read))).toEqual([0, 1_000, 2_000]);
    expect(requests()).toBe(1);
  });

  it('are read from all pages of a span', async () => {
    const { read } = logOf(every(400, 100));
    expect(idsOf(await latestEvents(2, NOW, read))).toEqual([0, 100]);
  });

  it('are those of a shorter span if a longer one has too many to read', async () => {
    const { read } = logOf([1_000, ...every(2_000, 60_000).map((age) => age + 26 * HOUR_MS)]);
    expect(idsOf(await latestEvents(20, NOW, read))).toEqual([1_000]);
  });
});
