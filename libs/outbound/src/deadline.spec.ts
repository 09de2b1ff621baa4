import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Deadline } from './deadline.ts';

describe('Deadline', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('ends at its limit, not before', () => {
    const deadline = Deadline.after(100);
    jest.advanceTimersByTime(99);
    expect([deadline.ended, deadline.signal.aborted]).toEqual([null, false]);
    jest.advanceTimersByTime(1);
    expect([deadline.ended, deadline.signal.aborted]).toEqual(['timeout', true]);
  });

  it('ends when its caller gives up, and stays what it was first', () => {
    const caller = new AbortController();
    const deadline = Deadline.after(100, caller.signal);
    caller.abort();
    jest.advanceTimersByTime(200);
    expect(deadline.ended).toBe('aborted');
  });

  it('has ended when the caller gave up before it began', () => {
    expect(Deadline.after(100, AbortSignal.abort()).ended).toBe('aborted');
  });

  it('never ends once it is cleared, and lets go of its caller', () => {
    const caller = new AbortController();
    const deadline = Deadline.after(100, caller.signal);
    deadline.clear();
    jest.advanceTimersByTime(200);
    caller.abort();
    expect(deadline.ended).toBeNull();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('tells listeners once, unless they took it back', () => {
    const deadline = Deadline.after(100);
    const kept = jest.fn();
    const released = jest.fn();
    deadline.onEnd(kept);
    deadline.onEnd(released)();
    jest.advanceTimersByTime(100);
    expect([kept.mock.calls.length, released.mock.calls.length]).toEqual([1, 0]);
  });

  it('tells a listener that comes late, though not within the call', async () => {
    const deadline = Deadline.after(100, AbortSignal.abort());
    const listener = jest.fn();
    deadline.onEnd(listener);
    expect(listener).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it.each<[string, number, number, 'exhausted' | null]>([
    ['as many pieces as it grants', 10_000, 0, null],
    ['one piece more', 10_001, 0, 'exhausted'],
    ['as much work as it grants', 0, 100, null],
    ['more work', 0, 100.1, 'exhausted'],
  ])('bears %s', (_name, pieces, workMs, ended) => {
    const deadline = Deadline.after(100);
    for (let i = 0; i < pieces; i++) deadline.spend(1);
    deadline.spend(0, workMs);
    expect([deadline.ended, deadline.signal.aborted]).toEqual([ended, ended !== null]);
    deadline.clear();
  });
});
