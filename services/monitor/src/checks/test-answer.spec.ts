import { describe, expect, it } from '@jest/globals';
import type { CheckAttempt, CheckOutcome, MonitorTest } from '@vedette/contract';
import type { StateRule } from '../states/monitor-state.ts';
import { testAnswer } from './test-answer.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const SOON = '2026-03-02T00:00:00.000Z';

const attempt = (error: string | null): CheckAttempt => ({
  checkedAt: NOW.toISOString(),
  worker: 'w',
  region: 'r',
  error,
  statusCode: null,
  responseMs: null,
  phases: { dns: null, connect: null, tls: null, firstByte: null, total: null },
});

const found = (change: Partial<CheckOutcome> = {}): CheckOutcome => ({
  verdict: 'SUCCEEDED',
  attempts: [attempt(null)],
  responseMs: 900,
  pace: null,
  observation: { certExpiresAt: null, dnsAnswer: null, registration: null },
  ...change,
});

const rule = (change: Partial<StateRule> = {}): StateRule => ({
  type: 'HTTP',
  degradedThresholdMs: null,
  degradedThresholdMode: 'LAST',
  degradedSamples: 1,
  sslExpiryThresholdDays: 2,
  ...change,
});

describe('the test of a monitor answers', () => {
  it.each<{ name: string; rule?: Partial<StateRule>; outcome?: Partial<CheckOutcome>; answer: Partial<MonitorTest> }>([
    { name: 'UP after a success', answer: { state: 'UP', cause: null, responseMs: 900 } },
    {
      name: 'DOWN after a failure, with its cause',
      outcome: { verdict: 'FAILED', attempts: [attempt('Refused'), attempt('Timed out')], responseMs: null },
      answer: { state: 'DOWN', cause: 'Refused', responseMs: null },
    },
    {
      name: 'DEGRADED after a slow check, if one decides',
      rule: { degradedThresholdMs: 899 },
      answer: { state: 'DEGRADED', cause: null },
    },
    {
      name: 'UP after a slow check, if more are needed',
      rule: { degradedThresholdMs: 899, degradedSamples: 2 },
      answer: { state: 'UP' },
    },
    {
      name: 'a certificate that expires soon',
      rule: { type: 'SSL' },
      outcome: { observation: { certExpiresAt: SOON, dnsAnswer: null, registration: null } },
      answer: { state: 'DEGRADED', certExpiresAt: SOON, domainExpiresAt: null },
    },
    {
      name: 'a registration that expires soon',
      rule: { type: 'DOMAIN' },
      outcome: {
        responseMs: null,
        observation: {
          certExpiresAt: null,
          dnsAnswer: null,
          registration: { domain: 'example.com', expiresAt: SOON, checkedAt: NOW.toISOString() },
        },
      },
      answer: { state: 'DEGRADED', domainExpiresAt: SOON, certExpiresAt: null, responseMs: null },
    },
    {
      name: 'the records of a DNS answer',
      rule: { type: 'DNS' },
      outcome: { observation: { certExpiresAt: null, dnsAnswer: ['192.0.2.1'], registration: null } },
      answer: { state: 'UP', dnsAnswer: ['192.0.2.1'] },
    },
  ])('$name', ({ rule: change, outcome, answer }) => {
    const checked = found(outcome);
    expect(testAnswer(rule(change), checked, NOW)).toMatchObject({ ...answer, attempts: checked.attempts });
  });
});
