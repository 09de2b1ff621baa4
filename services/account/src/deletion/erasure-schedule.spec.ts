import { describe, expect, it } from '@jest/globals';
import { nextSweep } from './erasure-schedule.ts';

const deletedAt = new Date('2026-06-01T12:00:00.000Z');

describe('the sweeps after the deletion of an organization', () => {
  it.each([
    { name: 'the first comes at once', sweeps: 0, at: '2026-06-01T12:00:00.000Z' },
    { name: 'the second after running transactions', sweeps: 1, at: '2026-06-01T12:00:15.000Z' },
    { name: 'the third after all gateways have forgotten its keys', sweeps: 2, at: '2026-06-01T12:10:00.000Z' },
  ])('$name', ({ sweeps, at }) => {
    expect(nextSweep(deletedAt, sweeps)).toEqual({ kind: 'sweep', at: new Date(at) });
  });

  it('are over after the third', () => {
    expect(nextSweep(deletedAt, 3)).toEqual({ kind: 'over' });
  });
});
