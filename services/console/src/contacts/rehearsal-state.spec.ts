import { describe, expect, it } from '@jest/globals';
import type { Rehearsal } from '@vedette/sdk';
import { isRunning, looked, type RehearsalState } from './rehearsal-state.ts';

const rehearsal = (id: string, state: Rehearsal['state']): Rehearsal => ({
  id,
  state,
  startedAt: '2026-11-16T03:00:00.000Z',
  endedAt: null,
  reached: 0,
  results: [],
});
const running = rehearsal('rh_1', 'RUNNING');
const done = rehearsal('rh_1', 'DONE');

describe('a rehearsal', () => {
  it.each<{ name: string; state: RehearsalState; is: boolean }>([
    { name: 'before the first one', state: {}, is: false },
    { name: 'that runs', state: { rehearsal: running }, is: true },
    { name: 'that is done', state: { rehearsal: done }, is: false },
    { name: 'that was interrupted', state: { rehearsal: rehearsal('rh_1', 'INTERRUPTED') }, is: false },
  ])('$name keeps others from being started: $is', ({ state, is }) => {
    expect(isRunning(state)).toBe(is);
  });

  it.each<{ name: string; state: RehearsalState; is: RehearsalState }>([
    { name: 'its end', state: looked({ rehearsal: running }, done), is: { rehearsal: done } },
    {
      name: 'nothing of an earlier one',
      state: looked({ rehearsal: running }, rehearsal('rh_0', 'DONE')),
      is: { rehearsal: running },
    },
  ])('shows $name', ({ state, is }) => {
    expect(state).toEqual(is);
  });
});
