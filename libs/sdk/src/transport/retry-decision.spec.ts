import { describe, expect, it } from '@jest/globals';
import { type FailedRequest, retryDecision } from './retry-decision.ts';

const failed: FailedRequest = {
  error: { code: 'internal_error', status: 500 },
  isRepeatable: true,
  retried: 0,
  retries: 4,
  delayMs: 500,
  remainingMs: 60_000,
};

describe('retryDecision', () => {
  it.each<{ name: string; given: Partial<FailedRequest>; decision: string }>([
    { name: '500', given: {}, decision: 'retry' },
    { name: '502 of a proxy', given: { error: { code: 'invalid_response', status: 502 } }, decision: 'retry' },
    { name: '503', given: { error: { code: 'invalid_response', status: 503 } }, decision: 'retry' },
    { name: '504', given: { error: { code: 'invalid_response', status: 504 } }, decision: 'retry' },
    { name: '501', given: { error: { code: 'invalid_response', status: 501 } }, decision: 'final' },
    { name: '505', given: { error: { code: 'invalid_response', status: 505 } }, decision: 'final' },
    { name: '429', given: { error: { code: 'rate_limited', status: 429 } }, decision: 'retry' },
    { name: '429 of a proxy', given: { error: { code: 'invalid_response', status: 429 } }, decision: 'retry' },
    { name: 'no connection', given: { error: { code: 'connection_error', status: undefined } }, decision: 'retry' },
    { name: 'an answer cut short', given: { error: { code: 'connection_error', status: 200 } }, decision: 'retry' },
    { name: 'no answer in time', given: { error: { code: 'timeout', status: undefined } }, decision: 'retry' },
    {
      name: 'the first request still running',
      given: { error: { code: 'idempotency_in_progress', status: 409 } },
      decision: 'retry',
    },
    {
      name: 'the key of another request',
      given: { error: { code: 'idempotency_conflict', status: 409 } },
      decision: 'final',
    },
    { name: 'a conflict', given: { error: { code: 'conflict', status: 409 } }, decision: 'final' },
    { name: '400', given: { error: { code: 'validation_error', status: 400 } }, decision: 'final' },
    { name: '401', given: { error: { code: 'unauthorized', status: 401 } }, decision: 'final' },
    { name: '403', given: { error: { code: 'forbidden', status: 403 } }, decision: 'final' },
    { name: '404', given: { error: { code: 'not_found', status: 404 } }, decision: 'final' },
    { name: '422', given: { error: { code: 'plan_limit', status: 422 } }, decision: 'final' },
    { name: 'HTML with 200', given: { error: { code: 'invalid_response', status: 200 } }, decision: 'final' },
    { name: 'a redirect', given: { error: { code: 'invalid_response', status: 302 } }, decision: 'final' },
    { name: '500 of a sign-in', given: { isRepeatable: false }, decision: 'not-repeatable' },
    {
      name: 'a lost sign-in',
      given: { isRepeatable: false, error: { code: 'connection_error', status: undefined } },
      decision: 'not-repeatable',
    },
    {
      name: '429 of a sign-in',
      given: { isRepeatable: false, error: { code: 'rate_limited', status: 429 } },
      decision: 'retry',
    },
    { name: 'no retries at all', given: { retries: 0 }, decision: 'retries-used' },
    { name: 'one retry left', given: { retried: 3 }, decision: 'retry' },
    { name: 'no retry left', given: { retried: 4 }, decision: 'retries-used' },
    { name: 'the last moment', given: { delayMs: 59_999 }, decision: 'retry' },
    { name: 'a wait until the deadline', given: { delayMs: 60_000 }, decision: 'no-time' },
    { name: 'a wait without end', given: { delayMs: Infinity }, decision: 'no-time' },
    { name: 'no time left', given: { delayMs: 0, remainingMs: 0 }, decision: 'no-time' },
  ])('$name: $decision', ({ given, decision }) => {
    const { kind, ...rest } = retryDecision({ ...failed, ...given });
    expect('reason' in rest ? rest.reason : kind).toBe(decision);
  });
});
