import { describe, expect, it } from '@jest/globals';
import type { DeliveryState } from '@vedette/contract';
import {
  deliveryChange,
  deliveryOutcome,
  healthNotes,
  type DeliveryChange,
  type DeliveryOutcome,
  type EndedAttempt,
} from './delivery-outcome.ts';

const endedAt = new Date('2026-11-15T12:00:00.000Z');
const DAY = 86_400_000;
const ago = (ms: number): Date => new Date(endedAt.getTime() - ms);
const later = (ms: number): Date => new Date(endedAt.getTime() + ms);

const answered: EndedAttempt = {
  trigger: 'SCHEDULED',
  isFinal: false,
  scheduledNumber: 1,
  status: 200,
  isComplete: true,
  retryAfterMs: null,
  endedAt,
  failingSince: null,
  random: 0.5,
};

const retrySoon: DeliveryOutcome = { kind: 'retry', at: later(5_000) };
const succeed: DeliveryOutcome = { kind: 'succeed' };
const failing: DeliveryOutcome = { kind: 'disable', reason: 'FAILING' };
const gone: DeliveryOutcome = { kind: 'disable', reason: 'GONE' };

describe('after an attempt', () => {
  const rows: { name: string; attempt: Partial<EndedAttempt>; outcome: DeliveryOutcome }[] = [
    { name: '199 is a failure', attempt: { status: 199 }, outcome: retrySoon },
    { name: '200 succeeds', attempt: {}, outcome: succeed },
    { name: '204 succeeds', attempt: { status: 204 }, outcome: succeed },
    { name: '299 succeeds', attempt: { status: 299 }, outcome: succeed },
    { name: '300 is a failure', attempt: { status: 300 }, outcome: retrySoon },
    { name: 'a redirect is a failure', attempt: { status: 301 }, outcome: retrySoon },
    { name: '404 is a failure', attempt: { status: 404 }, outcome: retrySoon },
    { name: '500 is a failure', attempt: { status: 500 }, outcome: retrySoon },
    { name: 'no answer is a failure', attempt: { status: null, isComplete: false }, outcome: retrySoon },
    { name: 'a 200 that broke off is a failure', attempt: { isComplete: false }, outcome: retrySoon },
    {
      name: 'Retry-After is kept to',
      attempt: { status: 503, retryAfterMs: 60_000 },
      outcome: { kind: 'retry', at: later(60_000) },
    },
    {
      name: 'the ninth failure leaves one attempt',
      attempt: { status: 500, scheduledNumber: 9 },
      outcome: { kind: 'retry', at: later(43_200_000) },
    },
    { name: 'the tenth leaves none', attempt: { status: 500, scheduledNumber: 10 }, outcome: { kind: 'fail' } },
    { name: 'the tenth may succeed', attempt: { scheduledNumber: 10 }, outcome: succeed },
    { name: '410 disables the endpoint', attempt: { status: 410 }, outcome: gone },
    { name: '410 disables it also when it broke off', attempt: { status: 410, isComplete: false }, outcome: gone },
    { name: '410 disables it also by hand', attempt: { status: 410, trigger: 'MANUAL' }, outcome: gone },
    {
      name: '410 is the better reason after 5 days',
      attempt: { status: 410, failingSince: ago(6 * DAY) },
      outcome: gone,
    },
  ];
  it.each(rows)('$name', ({ attempt, outcome }) => {
    expect(deliveryOutcome({ ...answered, ...attempt })).toEqual(outcome);
  });
});

describe('an endpoint with nothing but failures', () => {
  const rows: { name: string; attempt: Partial<EndedAttempt>; outcome: DeliveryOutcome }[] = [
    { name: 'starts with its first', attempt: { failingSince: null }, outcome: retrySoon },
    {
      name: 'goes on for a millisecond less than 5 days',
      attempt: { failingSince: ago(5 * DAY - 1) },
      outcome: retrySoon,
    },
    { name: 'is disabled after 5 days', attempt: { failingSince: ago(5 * DAY) }, outcome: failing },
    { name: 'is disabled after more', attempt: { failingSince: ago(50 * DAY) }, outcome: failing },
    {
      name: 'is disabled also by a last attempt',
      attempt: { failingSince: ago(5 * DAY), scheduledNumber: 10 },
      outcome: failing,
    },
    { name: 'is saved by a success', attempt: { failingSince: ago(50 * DAY), status: 200 }, outcome: succeed },
    {
      name: 'is not disabled by hand',
      attempt: { failingSince: ago(50 * DAY), trigger: 'MANUAL' },
      outcome: { kind: 'keep' },
    },
  ];
  it.each(rows)('$name', ({ attempt, outcome }) => {
    expect(deliveryOutcome({ ...answered, status: 500, ...attempt })).toEqual(outcome);
  });
});

describe('an attempt by hand', () => {
  const byHand: EndedAttempt = { ...answered, trigger: 'MANUAL', scheduledNumber: 3 };
  const rows: { name: string; attempt: Partial<EndedAttempt>; outcome: DeliveryOutcome }[] = [
    { name: 'succeeds', attempt: {}, outcome: succeed },
    { name: 'leaves everything as it was when it fails', attempt: { status: 500 }, outcome: { kind: 'keep' } },
    {
      name: 'leaves everything as it was without an answer',
      attempt: { status: null, isComplete: false },
      outcome: { kind: 'keep' },
    },
    { name: 'never ends the schedule', attempt: { status: 500, scheduledNumber: 10 }, outcome: { kind: 'keep' } },
    {
      name: 'ends the delivery if nothing follows',
      attempt: { status: 500, isFinal: true },
      outcome: { kind: 'fail' },
    },
    { name: 'succeeds though nothing follows', attempt: { isFinal: true }, outcome: succeed },
  ];
  it.each(rows)('$name', ({ attempt, outcome }) => {
    expect(deliveryOutcome({ ...byHand, ...attempt })).toEqual(outcome);
  });
});

describe('a delivery', () => {
  const fail: DeliveryOutcome = { kind: 'fail' };
  const keep: DeliveryOutcome = { kind: 'keep' };
  const unchanged = 'unchanged';
  const succeeded = { state: 'SUCCEEDED', nextAttemptAt: null } as const;
  const failed = { state: 'FAILED', nextAttemptAt: null } as const;

  it.each<[string, DeliveryState, DeliveryOutcome, DeliveryChange]>([
    ['that waits succeeds', 'PENDING', succeed, { ...succeeded, completedAt: endedAt }],
    ['that has failed may still succeed', 'FAILED', succeed, { ...succeeded, completedAt: endedAt }],
    ['succeeds once', 'SUCCEEDED', succeed, { ...succeeded, completedAt: unchanged }],
    [
      'that waits is tried again',
      'PENDING',
      retrySoon,
      { state: 'PENDING', nextAttemptAt: later(5_000), completedAt: unchanged },
    ],
    ['that has failed is not tried again', 'FAILED', retrySoon, { ...failed, completedAt: unchanged }],
    ['that has succeeded is not tried again', 'SUCCEEDED', retrySoon, { ...succeeded, completedAt: unchanged }],
    ['that waits fails', 'PENDING', fail, { ...failed, completedAt: endedAt }],
    ['fails once', 'FAILED', fail, { ...failed, completedAt: unchanged }],
    ['that has succeeded does not fail', 'SUCCEEDED', fail, { ...succeeded, completedAt: unchanged }],
    ['that waits fails with its endpoint', 'PENDING', gone, { ...failed, completedAt: endedAt }],
    ['fails once with its endpoint', 'FAILED', failing, { ...failed, completedAt: unchanged }],
    ['that has succeeded does not fail with its endpoint', 'SUCCEEDED', gone, { ...succeeded, completedAt: unchanged }],
    [
      'that waits goes on waiting',
      'PENDING',
      keep,
      { state: 'PENDING', nextAttemptAt: unchanged, completedAt: unchanged },
    ],
    ['that has failed stays so', 'FAILED', keep, { ...failed, completedAt: unchanged }],
    ['that has succeeded stays so', 'SUCCEEDED', keep, { ...succeeded, completedAt: unchanged }],
  ])('%s', (_name, state, outcome, change) => {
    expect(deliveryChange(state, outcome, endedAt)).toEqual(change);
  });
});

const at = (second: number): Date => new Date(second * 1_000);
const ok = (second: number, endpointId = 'a') => ({
  endpointId,
  trigger: 'SCHEDULED' as const,
  isSuccess: true,
  endedAt: at(second),
});
const bad = (second: number, endpointId = 'a') => ({
  endpointId,
  trigger: 'SCHEDULED' as const,
  isSuccess: false,
  endedAt: at(second),
});

describe('what attempts say about an endpoint', () => {
  const rows = [
    { name: 'a success', attempts: [ok(1)], since: null, hadSuccess: true },
    { name: 'a failure', attempts: [bad(1)], since: at(1), hadSuccess: false },
    { name: 'the first of failures', attempts: [bad(1), bad(2)], since: at(1), hadSuccess: false },
    { name: 'a success after failures', attempts: [bad(1), bad(2), ok(3)], since: null, hadSuccess: true },
    { name: 'failures after a success', attempts: [bad(1), ok(2), bad(3), bad(4)], since: at(3), hadSuccess: true },
    { name: 'in the order of their ends', attempts: [ok(3), bad(4), bad(1)], since: at(4), hadSuccess: true },
  ];
  it.each(rows)('$name', ({ attempts, since, hadSuccess }) => {
    expect(healthNotes(attempts)).toEqual([{ endpointId: 'a', failingSince: since, hadSuccess }]);
  });

  it('a failure that somebody asked for says nothing, and a success does', () => {
    expect(healthNotes([{ ...bad(1), trigger: 'MANUAL' }])).toEqual([]);
    expect(healthNotes([{ ...ok(1), trigger: 'MANUAL' }])).toEqual(healthNotes([ok(1)]));
  });

  it('each endpoint has its own', () => {
    expect(healthNotes([bad(1, 'a'), ok(2, 'b')])).toEqual([
      { endpointId: 'a', failingSince: at(1), hadSuccess: false },
      { endpointId: 'b', failingSince: null, hadSuccess: true },
    ]);
    expect(healthNotes([])).toEqual([]);
  });
});
