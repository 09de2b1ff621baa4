import { describe, expect, it } from '@jest/globals';
import { Slots } from './slots.ts';

describe('slots', () => {
  it('are granted up to the total, and again once they are given back', () => {
    const slots = new Slots(10);
    expect(slots.take('swift', 7)).toBe(7);
    expect(slots.take('swift', 7)).toBe(3);
    expect(slots.take('swift', 1)).toBe(0);
    slots.give('swift', 4);
    expect(slots.free('swift')).toBe(4);
    expect(slots.take('swift', 9)).toBe(4);
    expect(slots.inUse).toBe(10);
  });

  it('leave half to swift endpoints, however many troubled ones ask', () => {
    const slots = new Slots(10);
    expect(slots.take('troubled', 100)).toBe(5);
    expect(slots.take('troubled', 1)).toBe(0);
    expect(slots.take('swift', 100)).toBe(5);
  });

  it('are all there for swift endpoints when nobody is in trouble', () => {
    const slots = new Slots(10);
    expect(slots.take('swift', 10)).toBe(10);
    expect(slots.take('troubled', 1)).toBe(0);
    slots.give('swift', 3);
    expect(slots.take('troubled', 5)).toBe(3);
  });

  it('call those who wait in the order they came, one a slot', () => {
    const slots = new Slots(2);
    const called: string[] = [];
    slots.take('swift', 2);
    for (const name of ['a', 'b', 'c']) slots.whenFree(() => called.push(name) > 0);
    slots.give('swift', 1);
    expect(called).toEqual(['a']);
    slots.give('swift', 1);
    expect(called).toEqual(['a', 'b']);
  });

  it('pass over those who want none any more', () => {
    const slots = new Slots(2);
    const called: string[] = [];
    slots.take('swift', 2);
    slots.whenFree(() => called.push('a') < 0);
    slots.whenFree(() => called.push('b') > 0);
    slots.give('swift', 1);
    expect(called).toEqual(['a', 'b']);
  });

  it('are never too few for one of each kind', () => {
    const slots = new Slots(2);
    expect(slots.take('troubled', 1)).toBe(1);
    expect(slots.take('swift', 1)).toBe(1);
  });
});
