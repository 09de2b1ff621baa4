import { describe, expect, it } from '@jest/globals';
import type { CheckAttempt } from '@vedette/contract';
import { checkView, type CheckRow } from './check-view.ts';

const phases = { dns: 1, connect: 20, tls: null, firstByte: 60, total: 90 };
const noPhases = { dns: null, connect: null, tls: null, firstByte: null, total: null };
const failure: CheckAttempt = {
  checkedAt: '2026-03-01T12:00:00.015Z',
  worker: 'w1',
  region: 'north',
  error: 'got 503',
  statusCode: 503,
  responseMs: 40,
  phases,
};
const success: CheckAttempt = { ...failure, worker: 'w2', region: 'south', error: null, statusCode: 200 };

const row: CheckRow = {
  slotAt: new Date('2026-03-01T12:00:00.000Z'),
  verdict: 'SUCCEEDED',
  startedMs: 15,
  tookMs: 90,
  responseMs: 90,
  attempts: null,
  worker: 'w1',
  region: 'north',
  ...phases,
};

describe('a stored check is shown', () => {
  it('with its times, phases and origin', () => {
    expect(checkView(row)).toEqual({
      slotAt: '2026-03-01T12:00:00.000Z',
      startedAt: '2026-03-01T12:00:00.015Z',
      endedAt: '2026-03-01T12:00:00.105Z',
      latenessMs: 15,
      verdict: 'UP',
      responseMs: 90,
      phases,
      region: 'north',
      worker: 'w1',
      error: null,
      attempts: [],
    });
  });

  it.each<[string, Partial<CheckRow>, object]>([
    ['a start before the slot: not late', { startedMs: -4 }, { latenessMs: 0, startedAt: '2026-03-01T11:59:59.996Z' }],
    [
      'nothing that is unknown',
      { startedMs: null, tookMs: null, worker: '', region: '' },
      { startedAt: null, endedAt: null, latenessMs: null, worker: null, region: null },
    ],
    ['no end without a length', { tookMs: null }, { startedAt: expect.any(String), endedAt: null }],
    [
      'a failure with its attempts and their phases',
      { verdict: 'FAILED', attempts: [failure, { ...failure, error: 'got 500' }], ...noPhases },
      { verdict: 'DOWN', error: 'got 503', phases, attempts: [failure, { ...failure, error: 'got 500' }] },
    ],
    [
      'a failure that was not confirmed as a success, with both attempts',
      { attempts: [failure, success], ...noPhases },
      { verdict: 'UP', error: null, phases, attempts: [failure, success] },
    ],
    [
      'a failure that nobody could confirm',
      { verdict: 'UNOBSERVED', attempts: [failure], ...noPhases },
      { verdict: 'UNOBSERVED', error: 'got 503', attempts: [failure] },
    ],
    [
      'the phases of an attempt that is kept for their length alone',
      { attempts: [{ ...success, phases: { ...phases, total: 40_000 } }], ...noPhases },
      { phases: { ...phases, total: 40_000 }, attempts: [] },
    ],
  ])('%s', (_, change, expected) => {
    expect(checkView({ ...row, ...change })).toMatchObject(expected);
  });
});
