import { describe, expect, it } from '@jest/globals';
import type { CheckLane } from '@vedette/contract';
import { admit, confirmationPlaces } from './confirmation-admission.ts';

const places = { confirmations: 100, slowConfirmations: 33 };

describe('admit', () => {
  it.each<[string, CheckLane, { FAST?: number; SLOW?: number; own?: number }, string]>([
    ['the first one', 'SLOW', {}, 'ACCEPT'],
    ['one of an organization with as many as are free', 'SLOW', { SLOW: 17, own: 17 }, 'SHARE'],
    ['one of an organization with exactly as many as are free', 'SLOW', { SLOW: 20, own: 13 }, 'SHARE'],
    ['one of an organization with fewer than are free', 'SLOW', { SLOW: 16, own: 16 }, 'ACCEPT'],
    ['one of another organization beside that one', 'SLOW', { SLOW: 17, own: 0 }, 'ACCEPT'],
    ['anything when the lane is full', 'SLOW', { SLOW: 33, own: 0 }, 'FULL'],
    ['a fast one beside all slow ones', 'FAST', { SLOW: 33, own: 0 }, 'ACCEPT'],
    ['a fast one in a place that slow ones never get', 'FAST', { FAST: 40, own: 0 }, 'ACCEPT'],
    ['a fast one when the fast ones are full', 'FAST', { FAST: 67, own: 0 }, 'FULL'],
    ['a slow one beside all fast ones', 'SLOW', { FAST: 67, own: 0 }, 'ACCEPT'],
  ])('%s', (_name, lane, { FAST = 0, SLOW = 0, own = 0 }, expected) => {
    expect(admit(lane, { running: { FAST, SLOW }, own }, places)).toBe(expected);
  });

  it('has a place for both on the smallest worker', () => {
    const smallest = { confirmations: 1, slowConfirmations: 1 };
    expect([confirmationPlaces('FAST', smallest), confirmationPlaces('SLOW', smallest)]).toEqual([1, 1]);
  });
});
