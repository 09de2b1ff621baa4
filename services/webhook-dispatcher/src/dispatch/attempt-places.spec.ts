import { describe, expect, it } from '@jest/globals';
import { AttemptPlaces } from './attempt-places.ts';

describe('places', () => {
  it('are granted up to the total, and again once they are given back', () => {
    const places = new AttemptPlaces(10);
    expect(places.take('swift', 7)).toBe(7);
    expect(places.take('swift', 7)).toBe(3);
    expect(places.take('swift', 1)).toBe(0);
    places.give('swift', 4);
    expect(places.free('swift')).toBe(4);
    expect(places.take('swift', 9)).toBe(4);
    expect(places.inUse).toBe(10);
  });

  it('leave half to swift endpoints, however many troubled ones ask', () => {
    const places = new AttemptPlaces(10);
    expect(places.take('troubled', 100)).toBe(5);
    expect(places.take('troubled', 1)).toBe(0);
    expect(places.take('swift', 100)).toBe(5);
  });

  it('are all there for swift endpoints when nobody is in trouble', () => {
    const places = new AttemptPlaces(10);
    expect(places.take('swift', 10)).toBe(10);
    expect(places.take('troubled', 1)).toBe(0);
    places.give('swift', 3);
    expect(places.take('troubled', 5)).toBe(3);
  });

  it('call those who wait in the order they came, one a place', () => {
    const places = new AttemptPlaces(2);
    const called: string[] = [];
    places.take('swift', 2);
    for (const name of ['a', 'b', 'c']) places.whenFree(() => called.push(name) > 0);
    places.give('swift', 1);
    expect(called).toEqual(['a']);
    places.give('swift', 1);
    expect(called).toEqual(['a', 'b']);
  });

  it('pass over those who want none any more', () => {
    const places = new AttemptPlaces(2);
    const called: string[] = [];
    places.take('swift', 2);
    places.whenFree(() => called.push('a') < 0);
    places.whenFree(() => called.push('b') > 0);
    places.give('swift', 1);
    expect(called).toEqual(['a', 'b']);
  });

  it('are never too few for one of each kind', () => {
    const places = new AttemptPlaces(2);
    expect(places.take('troubled', 1)).toBe(1);
    expect(places.take('swift', 1)).toBe(1);
  });
});
