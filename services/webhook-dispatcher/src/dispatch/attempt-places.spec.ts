import { describe, expect, it } from '@jest/globals';
import { AttemptPlaces } from './attempt-places.ts';

describe('places', () => {
  it('call those who wait in the order in which they came, one for each place', () => {
    const places = new AttemptPlaces(2);
    const called: string[] = [];
    places.take('swift');
    places.take('swift');
    for (const name of ['a', 'b', 'c']) places.whenFree(() => called.push(name) > 0);
    places.give('swift');
    expect(called).toEqual(['a']);
    places.give('swift');
    expect(called).toEqual(['a', 'b']);
    expect([places.inUse, places.free('swift')]).toEqual([0, 2]);
  });

  it('pass over those who want none any more', () => {
    const places = new AttemptPlaces(2);
    const called: string[] = [];
    places.take('swift');
    places.whenFree(() => called.push('a') < 0);
    places.whenFree(() => called.push('b') > 0);
    places.give('swift');
    expect(called).toEqual(['a', 'b']);
  });
});
