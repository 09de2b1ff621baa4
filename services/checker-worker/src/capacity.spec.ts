import { describe, expect, it } from '@jest/globals';
import { divided, mayStart, messagesToPull } from './capacity.ts';

describe('divided', () => {
  it.each([
    [10, 9, 1],
    [14, 13, 1],
    [15, 13, 2],
    [100, 90, 10],
    [1000, 900, 100],
  ])('%i places', (concurrency, checks, confirmations) => {
    expect(divided(concurrency)).toEqual({ checks, confirmations });
  });
});

describe('messagesToPull', () => {
  it.each<[string, { places: number; running?: number; waiting?: number; unpublished?: number }, number]>([
    ['an idle worker asks for a few, not for all', { places: 900 }, 4],
    ['room for two batches', { places: 900, running: 780 }, 2],
    ['room for one batch', { places: 900, running: 850 }, 1],
    ['room for less than a batch', { places: 900, running: 851 }, 0],
    ['no room', { places: 900, running: 900 }, 0],
    ['jobs that wait here already', { places: 900, waiting: 1 }, 0],
    ['results that nobody takes', { places: 900, unpublished: 901 }, 0],
    ['as many unpublished as places', { places: 900, unpublished: 900 }, 4],
    ['a small worker, idle', { places: 9 }, 1],
    ['a small worker, half busy', { places: 20, running: 10 }, 1],
    ['a small worker, busier', { places: 20, running: 11 }, 0],
  ])('%s', (_name, { places, running = 0, waiting = 0, unpublished = 0 }, messages) => {
    expect(messagesToPull({ places, running, waiting, unpublished })).toBe(messages);
  });
});

describe('mayStart', () => {
  it.each<[string, number, number, boolean]>([
    ['few running', 49, 500, true],
    ['enough running and the loop late', 50, 20, false],
    ['enough running and the loop in time', 50, 19, true],
    ['many running and the loop in time', 900, 1, true],
  ])('%s', (_name, running, turnMs, isAllowed) => {
    expect(mayStart({ running, turnMs })).toBe(isAllowed);
  });
});
