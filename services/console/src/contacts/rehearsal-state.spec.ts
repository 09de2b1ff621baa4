import { describe, expect, it } from '@jest/globals';
import { VedetteError, type Rehearsal } from '@vedette/sdk';
import { isRunning, looked, refused, started, type RehearsalState } from './rehearsal-state.ts';

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
const refusal = new VedetteError('conflict', 'The next rehearsal can be started at 04:00.');

describe('a rehearsal', () => {
  it.each<{ name: string; state: RehearsalState; is: boolean }>([
    { name: 'before the first one', state: {}, is: false },
    { name: 'that runs', state: { rehearsal: running }, is: true },
    { name: 'that runs, although another was refused', state: { rehearsal: running, refusal }, is: true },
    { name: 'that is done', state: { rehearsal: done }, is: false },
    { name: 'that was interrupted', state: { rehearsal: rehearsal('rh_1', 'INTERRUPTED') }, is: false },
  ])('$name keeps others from being started: $is', ({ state, is }) => {
    expect(isRunning(state)).toBe(is);
  });

  it.each<{ name: string; state: RehearsalState; is: RehearsalState }>([
    { name: 'a start, which takes the place of a refusal', state: started(running), is: { rehearsal: running } },
    { name: 'a refusal alone', state: refused({}, refusal), is: { refusal } },
    {
      name: 'a refusal beside the one that runs',
      state: refused({ rehearsal: running }, refusal),
      is: { rehearsal: running, refusal },
    },
    { name: 'its end', state: looked({ rehearsal: running, refusal }, done), is: { rehearsal: done, refusal } },
    {
      name: 'nothing of an earlier one',
      state: looked({ rehearsal: running }, rehearsal('rh_0', 'DONE')),
      is: { rehearsal: running },
    },
  ])('shows $name', ({ state, is }) => {
    expect(state).toEqual(is);
  });
});
