import { describe, expect, it } from '@jest/globals';
import type { CheckLane } from '@vedette/contract';
import { divided, keepsPlaceMs, mayStart, messagesToPull, startIn, type StartDecision } from './capacity.ts';

describe('divided', () => {
  it.each([
    [10, 33, { scheduled: 8, slow: 2, byHand: 1, confirmations: 1, slowConfirmations: 1 }],
    [14, 33, { scheduled: 12, slow: 3, byHand: 1, confirmations: 1, slowConfirmations: 1 }],
    [15, 33, { scheduled: 11, slow: 3, byHand: 2, confirmations: 2, slowConfirmations: 1 }],
    [100, 50, { scheduled: 80, slow: 40, byHand: 10, confirmations: 10, slowConfirmations: 5 }],
    [1000, 33, { scheduled: 800, slow: 264, byHand: 100, confirmations: 100, slowConfirmations: 33 }],
    [1000, 1, { scheduled: 800, slow: 8, byHand: 100, confirmations: 100, slowConfirmations: 1 }],
  ])('%i places, %i percent slow', (concurrency, slowSharePercent, places) => {
    expect(divided(concurrency, slowSharePercent)).toEqual(places);
  });
});

describe('startIn', () => {
  const places = { scheduled: 800, slow: 264 };
  it.each<[string, CheckLane, { fast?: number; slow?: number }, StartDecision]>([
    ['a fast one, idle', 'FAST', {}, 'START'],
    ['a fast one in the last place', 'FAST', { fast: 799 }, 'START'],
    ['a fast one without a place', 'FAST', { fast: 800 }, 'WAIT'],
    ['a fast one beside all slow ones', 'FAST', { slow: 264 }, 'START'],
    ['a fast one beside many that have become slow', 'FAST', { fast: 100, slow: 1_499 }, 'START'],
    ['a fast one when no more can be held', 'FAST', { fast: 100, slow: 1_500 }, 'REPLACE'],
    ['a fast one without a place, whatever the others', 'FAST', { fast: 800, slow: 800 }, 'WAIT'],
    ['a slow one, idle', 'SLOW', {}, 'START'],
    ['a slow one in the last place', 'SLOW', { slow: 263 }, 'START'],
    ['a slow one without a place', 'SLOW', { slow: 264 }, 'WAIT'],
    ['a slow one beside all fast ones', 'SLOW', { fast: 800, slow: 263 }, 'START'],
    ['a slow one beside many that have become slow', 'SLOW', { slow: 1_000 }, 'WAIT'],
  ])('%s', (_name, lane, { fast = 0, slow = 0 }, decision) => {
    expect(startIn(lane, { fast, slow }, places)).toBe(decision);
  });
});

describe('keepsPlaceMs', () => {
  it.each<[string, number, number]>([
    ['all places free', 800, 2_000],
    ['a quarter free', 200, 2_000],
    ['fewer', 199, 1_000],
    ['none', 0, 1_000],
  ])('%s', (_name, free, ms) => {
    expect(keepsPlaceMs({ total: 800, free })).toBe(ms);
  });
});

describe('messagesToPull', () => {
  type Load = { places: number; running?: number; waiting?: number; unpublished?: number };
  it.each<[string, CheckLane, Load, number]>([
    ['an idle worker asks for a few, not for all', 'FAST', { places: 900 }, 4],
    ['room for two batches', 'FAST', { places: 900, running: 780 }, 2],
    ['room for one batch', 'FAST', { places: 900, running: 850 }, 1],
    ['room for less than a batch', 'FAST', { places: 900, running: 851 }, 0],
    ['no room', 'FAST', { places: 900, running: 900 }, 0],
    ['jobs that wait here already', 'FAST', { places: 900, waiting: 1 }, 0],
    ['results that nobody takes', 'FAST', { places: 900, unpublished: 901 }, 0],
    ['as many unpublished as places', 'FAST', { places: 900, unpublished: 900 }, 4],
    ['a small worker, idle', 'FAST', { places: 9 }, 1],
    ['a small worker, half busy', 'FAST', { places: 20, running: 10 }, 1],
    ['a small worker, busier', 'FAST', { places: 20, running: 11 }, 0],
    ['slow ones: a few places at once', 'SLOW', { places: 264 }, 20],
    ['slow ones: the last place', 'SLOW', { places: 264, running: 263 }, 1],
    ['slow ones: no place', 'SLOW', { places: 264, running: 264 }, 0],
    ['slow ones: more than the share', 'SLOW', { places: 264, running: 900 }, 0],
    ['slow ones: the only place', 'SLOW', { places: 1 }, 1],
    ['a worker without places', 'FAST', { places: 0 }, 0],
  ])('%s', (_name, lane, { places, running = 0, waiting = 0, unpublished = 0 }, messages) => {
    expect(messagesToPull(lane, { places, running, waiting, unpublished })).toBe(messages);
  });
});

describe('mayStart', () => {
  it.each<[string, number, number, boolean, boolean?]>([
    ['few running', 49, 500, true],
    ['enough running and the loop late', 50, 20, false],
    ['enough running and the loop in time', 50, 19, true],
    ['many running and the loop in time', 900, 1, true],
    ['enough running, the loop late, and somebody waits', 50, 500, true, true],
  ])('%s', (_name, running, turnMs, isAllowed, isUrgent = false) => {
    expect(mayStart({ running, turnMs, isUrgent })).toBe(isAllowed);
  });
});
