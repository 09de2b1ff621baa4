import { beforeEach, describe, expect, it } from '@jest/globals';
import { Removals } from './removals.ts';

describe('a deletion', () => {
  let removals: Removals;
  const shown = () => true;
  const left = () => false;

  beforeEach(() => {
    removals = new Removals();
    removals.begin(['monitor a', 'monitor b']);
  });

  it.each([
    ['what is being deleted', ['monitor a'], true],
    ['what also follows something else', ['incidents', 'monitor b'], true],
    ['another monitor', ['monitor c'], false],
    ['the list that it is in', ['monitors'], false],
    ['what follows nothing', [], false],
  ] as const)('keeps from reading %s: %#', (_, follows, isConcerned) => {
    expect(removals.concern(follows)).toBe(isConcerned);
  });

  it('is not over when the screen is left before the answer', () => {
    expect(removals.settle(left)).toEqual(new Set());
    expect(removals.concern(['monitor a'])).toBe(true);
  });

  it('is not over when the answer arrives before the screen is left', () => {
    removals.succeed(['monitor a', 'monitor b']);
    expect(removals.settle(shown)).toEqual(new Set());
    expect(removals.concern(['monitor a'])).toBe(true);
  });

  it('is over for each resource that is no longer shown', () => {
    removals.succeed(['monitor a', 'monitor b']);
    expect(removals.settle((topic) => topic === 'monitor b')).toEqual(new Set(['monitor a']));
    expect(removals.concern(['monitor a'])).toBe(false);
    expect(removals.concern(['monitor b'])).toBe(true);
  });

  it('that failed lets everything be read again', () => {
    removals.fail(['monitor a']);
    expect(removals.concern(['monitor a'])).toBe(false);
    expect(removals.concern(['monitor b'])).toBe(true);
  });
});
