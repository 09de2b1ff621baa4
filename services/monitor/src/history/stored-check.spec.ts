import { describe, expect, it } from '@jest/globals';
import type { CheckAttempt, CheckOutcome } from '@vedette/contract';
import type { Result } from '../observations/check-outcome.ts';
import { NO_PHASES, originOf, originsOf, storedCheck } from './stored-check.ts';

const SLOT = Date.parse('2026-03-01T12:00:00.000Z');
const at = (ms: number): string => new Date(SLOT + ms).toISOString();
const phases = { dns: 1, connect: 20, tls: null, firstByte: 60, total: 90 };

const attempt = (change: Partial<CheckAttempt> = {}): CheckAttempt => ({
  checkedAt: at(15),
  worker: 'w1',
  region: 'north',
  error: null,
  statusCode: 200,
  responseMs: 90,
  phases,
  ...change,
});
const observation = { certExpiresAt: null, dnsAnswer: null, registration: null };
const outcome = (attempts: CheckAttempt[], change: Partial<CheckOutcome> = {}): CheckOutcome => ({
  verdict: 'SUCCEEDED',
  attempts,
  responseMs: 90,
  pace: { longestAttemptMs: 90, hasTimedOut: false },
  observation,
  ...change,
});
const result = (of: CheckOutcome, change: Partial<Result> = {}): Result => ({
  monitorId: 'mon_1',
  epoch: 1,
  slotAt: new Date(SLOT),
  outcome: of,
  isScheduled: true,
  ...change,
});

const failure = attempt({ error: 'got 503', responseMs: null });
const peer = attempt({ checkedAt: at(200), worker: 'w2', region: 'south', phases: { ...phases, total: 300 } });

describe('the history keeps of a check', () => {
  it('its times as offsets from the slot, and the phases', () => {
    expect(storedCheck(result(outcome([attempt()])))).toEqual({
      verdict: 'SUCCEEDED',
      startedMs: 15,
      tookMs: 90,
      responseMs: 90,
      phases,
      attempts: null,
    });
  });

  it.each<[string, Result, { startedMs: number | null; tookMs: number | null }]>([
    ['from the first attempt to the end of the last', result(outcome([failure, peer])), { startedMs: 15, tookMs: 485 }],
    [
      'no negative time between two clocks',
      result(outcome([failure, attempt({ checkedAt: at(-500) })])),
      { startedMs: 15, tookMs: 0 },
    ],
    ['a start before the slot', result(outcome([attempt({ checkedAt: at(-3) })])), { startedMs: -3, tookMs: 90 }],
    [
      'the run of a cron job that told its start',
      result(outcome([attempt({ checkedAt: at(0), phases: NO_PHASES })]), { runMs: 60_000 }),
      { startedMs: -60_000, tookMs: 60_000 },
    ],
    [
      'the time under which it is filed instead of its slot',
      result(outcome([attempt({ checkedAt: at(5_000) })]), { filedAt: new Date(SLOT + 5_000) }),
      { startedMs: 0, tookMs: 90 },
    ],
    [
      'what the worker says of a check without attempts',
      result(outcome([], { verdict: 'UNOBSERVED' }), { ranBy: { worker: 'w1', region: 'north', startedAt: at(40) } }),
      { startedMs: 40, tookMs: 90 },
    ],
    [
      'nothing where nobody says anything',
      result(outcome([], { verdict: 'UNOBSERVED', pace: null })),
      { startedMs: null, tookMs: null },
    ],
    [
      'no more than fits',
      result(outcome([attempt({ checkedAt: '1970-01-01T00:00:00.000Z' })])),
      { startedMs: -2_147_483_647, tookMs: 90 },
    ],
  ])('%s', (_, of, expected) => {
    expect(storedCheck(of)).toMatchObject(expected);
  });

  it.each<[string, CheckAttempt[], boolean]>([
    ['all attempts where one failed', [failure, peer], true],
    ['no attempt where none failed', [attempt()], false],
    ['no attempt with the longest phase that fits', [attempt({ phases: { ...phases, total: 32_767 } })], false],
    ['the attempt with a phase that does not fit', [attempt({ phases: { ...phases, total: 32_768 } })], true],
  ])('%s', (_, attempts, isWhole) => {
    const stored = storedCheck(result(outcome(attempts)));
    expect(stored.attempts).toEqual(isWhole ? attempts : null);
    expect(stored.phases).toEqual(isWhole ? NO_PHASES : attempts[0]?.phases);
  });
});

describe('a check was made', () => {
  it.each<[string, Result, { worker: string; region: string }]>([
    ['where its attempt was', result(outcome([attempt()])), { worker: 'w1', region: 'north' }],
    ['where it succeeded', result(outcome([failure, peer])), { worker: 'w2', region: 'south' }],
    [
      'where it failed first',
      result(outcome([failure, { ...peer, error: 'got 500' }])),
      { worker: 'w1', region: 'north' },
    ],
    [
      'where a worker ran it without an attempt',
      result(outcome([]), { ranBy: { worker: 'w3', region: 'east', startedAt: at(0) } }),
      { worker: 'w3', region: 'east' },
    ],
    ['nobody knows where', result(outcome([])), { worker: '', region: '' }],
    [
      'by somebody with a very long name',
      result(outcome([attempt({ worker: 'w'.repeat(101), region: 'r'.repeat(101) })])),
      { worker: 'w'.repeat(100), region: 'r'.repeat(100) },
    ],
  ])('%s', (_, of, expected) => {
    expect(originOf(of)).toEqual(expected);
  });

  it('by workers that are named once, however many checks they made', () => {
    const [one, other] = [result(outcome([attempt()])), result(outcome([peer]))];
    expect(originsOf([one, other, one])).toEqual({
      workers: ['w1', 'w2'],
      regions: ['north', 'south'],
      places: [1, 2, 1],
    });
  });
});
