import { describe, expect, it } from '@jest/globals';
import { PRESENCE_MS } from '@vedette/contract';
import { knowsOthers, MOST_UNANSWERED, nextInSearch, type Search } from './peer-search.ts';

const settled: Search = {
  lane: 'FAST',
  elapsedMs: 0,
  listenedMs: 60_000,
  trusted: 0,
  isOneAwaited: false,
  unanswered: 0,
};

describe('nextInSearch', () => {
  it.each<[string, Partial<Search>, ReturnType<typeof nextInSearch>]>([
    ['nobody was heard for long enough', { listenedMs: PRESENCE_MS }, 'ALONE'],
    ['nobody was heard yet', { listenedMs: PRESENCE_MS - 1 }, 'WAIT'],
    ['nobody was heard on connections that break', { listenedMs: 0, elapsedMs: 9_999 }, 'WAIT'],
    ['nobody was heard on connections that keep breaking', { listenedMs: 0, elapsedMs: 10_000 }, 'UNKNOWN'],
    ['NATS is away', { listenedMs: null, elapsedMs: 9_999 }, 'WAIT'],
    ['NATS is away, and others were there before', { listenedMs: null, trusted: 2, elapsedMs: 9_999 }, 'WAIT'],
    ['NATS stays away', { listenedMs: null, trusted: 2, elapsedMs: 10_000 }, 'UNKNOWN'],
    ['others are full', { trusted: 2, elapsedMs: 1_999 }, 'WAIT'],
    ['others stay full', { trusted: 2, elapsedMs: 2_000 }, 'BUSY'],
    ['others are full, right after a start', { trusted: 1, elapsedMs: 2_000, listenedMs: 0 }, 'BUSY'],
    ['others are full of slow ones', { trusted: 2, elapsedMs: 499, lane: 'SLOW' }, 'WAIT'],
    ['others stay full of slow ones', { trusted: 2, elapsedMs: 500, lane: 'SLOW' }, 'BUSY'],
    ['one did not answer', { trusted: 1, elapsedMs: 30_000, isOneAwaited: true, unanswered: 1 }, 'WAIT'],
    ['one did not answer and is gone', { trusted: 0, elapsedMs: 3_000, unanswered: 1 }, 'ALONE'],
    ['one never answers', { trusted: 1, isOneAwaited: true, unanswered: MOST_UNANSWERED }, 'BUSY'],
    ['one almost never answers', { trusted: 1, isOneAwaited: true, unanswered: MOST_UNANSWERED - 1 }, 'WAIT'],
  ])('%s', (_name, search, expected) => {
    expect(nextInSearch({ ...settled, ...search })).toBe(expected);
  });
});

describe('knowsOthers', () => {
  it.each<[number | null, boolean]>([
    [null, false],
    [0, false],
    [PRESENCE_MS - 1, false],
    [PRESENCE_MS, true],
  ])('after listening for %p ms: %p', (listenedMs, expected) => {
    expect(knowsOthers(listenedMs)).toBe(expected);
  });
});
