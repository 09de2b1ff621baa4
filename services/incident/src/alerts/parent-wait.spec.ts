import { describe, expect, it } from '@jest/globals';
import { parentOfOpening, parentState, turnUntil, waitUntil } from './parent-wait.ts';
import { at } from '../plans/subject-sample.ts';

const until = at(10, 0, 10);

describe('how long alerts wait for a check', () => {
  it('is 10 seconds at most', () => {
    expect(waitUntil(at(10))).toEqual(until);
  });

  it('begins within 5 minutes once the parent has recovered', () => {
    expect(turnUntil(at(10))).toEqual(at(10, 5));
  });
});

describe('what is known of the parent when a monitor goes down', () => {
  it.each([
    { name: 'it has none', parent: undefined, isOver: false, state: { kind: 'none' } },
    { name: 'it has none, and is up again', parent: undefined, isOver: true, state: { kind: 'none' } },
    { name: 'the parent seems up', parent: { isDown: false }, isOver: false, state: { kind: 'asked', until } },
    { name: 'the parent was down', parent: { isDown: true }, isOver: false, state: { kind: 'asked', until } },
    { name: 'it is up again', parent: { isDown: false }, isOver: true, state: { kind: 'none' } },
    { name: 'it is up again before its parent', parent: { isDown: true }, isOver: true, state: { kind: 'down' } },
  ])('$name', ({ parent, isOver, state }) => {
    expect(parentOfOpening(parent, isOver, at(10))).toEqual(state);
  });
});

describe('what is known of the parent later', () => {
  const knownAt = at(10, 0, 2);

  it.each([
    { name: 'it is being checked', knownAt: null, isDown: false, now: at(10, 0, 9), state: { kind: 'asked', until } },
    {
      name: 'it is being checked although it was down',
      knownAt: null,
      isDown: true,
      now: at(10, 0, 9),
      state: { kind: 'asked', until },
    },
    {
      name: 'it was not answered in time',
      knownAt: null,
      isDown: false,
      now: until,
      state: { kind: 'up', knownAt: until },
    },
    {
      name: 'it was not answered in time, and is down for all that is known',
      knownAt: null,
      isDown: true,
      now: until,
      state: { kind: 'down' },
    },
    { name: 'it is up', knownAt, isDown: false, now: knownAt, state: { kind: 'up', knownAt } },
    { name: 'it is down', knownAt, isDown: true, now: knownAt, state: { kind: 'down' } },
    { name: 'it went down later', knownAt, isDown: true, now: at(11), state: { kind: 'down' } },
  ])('$name', ({ knownAt: known, isDown, now, state }) => {
    expect(parentState({ until, knownAt: known, isParentDown: isDown }, now)).toEqual(state);
  });

  it('is nothing without a parent', () => {
    expect(parentState(undefined, at(10))).toEqual({ kind: 'none' });
  });
});
