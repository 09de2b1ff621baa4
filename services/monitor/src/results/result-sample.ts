// What the tables of results begin with.

import type { CheckAttempt, CheckOutcome } from '@vedette/contract';
import type { Result } from '../observations/check-outcome.ts';
import type { CheckRule, CheckState, Known } from './result-application.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
export const at = (seconds: number): Date => new Date(START + seconds * 1_000);
export const NOW = at(5);

export const rule: CheckRule = {
  monitorId: 'mon_1',
  type: 'HTTP',
  intervalSeconds: 60,
  timeoutSeconds: 10,
  degradedThresholdMs: 500,
  degradedThresholdMode: 'LAST',
  degradedSamples: 2,
  sslExpiryThresholdDays: 2,
  createdAt: at(-9_000),
};
export const up: CheckState = {
  state: 'UP',
  epoch: 3,
  lane: 'FAST',
  nextCheckAt: at(400),
  slotAt: at(0),
  lastSlotAt: at(-60),
  lastCheckedAt: at(-59),
  lastStatusChangedAt: at(-5_000),
  lastResponseMs: 10,
  certExpiresAt: null,
  observedAt: at(-59),
  samples: [10],
  toldExpiries: [],
};
export const known: Known = { rule, check: up, cause: null };
export const down: Known = { rule, check: { ...up, state: 'DOWN' }, cause: 'got 503' };

export const attempt = (error: string | null, seconds: number): CheckAttempt => ({
  checkedAt: at(seconds).toISOString(),
  worker: 'w1',
  region: 'eu',
  error,
  statusCode: null,
  responseMs: 40,
  phases: { dns: null, connect: null, tls: null, firstByte: null, total: 40 },
});
export const nothing = { certExpiresAt: null, dnsAnswer: null, registration: null };
const quick = { longestAttemptMs: 40, hasTimedOut: false };
export const succeeded = (responseMs = 40): CheckOutcome => ({
  verdict: 'SUCCEEDED',
  attempts: [attempt(null, 1)],
  responseMs,
  pace: quick,
  observation: nothing,
});
export const failed = (error = 'got 503'): CheckOutcome => ({
  verdict: 'FAILED',
  attempts: [attempt(error, 1), attempt(error, 2)],
  responseMs: null,
  pace: quick,
  observation: nothing,
});
export const result = (outcome: CheckOutcome, change: Partial<Result> = {}): Result => ({
  monitorId: 'mon_1',
  epoch: 3,
  slotAt: at(0),
  outcome,
  isScheduled: true,
  ...change,
});
