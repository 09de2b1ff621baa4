import { describe, expect, it } from '@jest/globals';
import { ApiError, ERROR_STATUS, isErrorCode } from './errors.ts';

describe('ERROR_STATUS', () => {
  it('is the table of the specification', () => {
    expect(Object.entries(ERROR_STATUS).map(([code, status]) => `${String(status)} ${code}`)).toEqual([
      '400 validation_error',
      '400 invalid_idempotency_key',
      '401 unauthorized',
      '403 forbidden',
      '404 not_found',
      '405 method_not_allowed',
      '409 conflict',
      '409 idempotency_conflict',
      '409 idempotency_in_progress',
      '422 plan_limit',
      '422 subscription_required',
      '429 rate_limited',
      '500 internal_error',
    ]);
  });
});

describe('ApiError', () => {
  const detail = { path: 'name', message: 'name is required' };

  it.each([
    { error: ApiError.validation([detail]), code: 'validation_error', status: 400 },
    { error: ApiError.invalidIdempotencyKey(), code: 'invalid_idempotency_key', status: 400 },
    { error: ApiError.unauthorized(), code: 'unauthorized', status: 401 },
    { error: ApiError.forbidden(), code: 'forbidden', status: 403 },
    { error: ApiError.notFound('monitor', 'mon_1'), code: 'not_found', status: 404 },
    { error: ApiError.noSuchEndpoint(), code: 'not_found', status: 404 },
    { error: ApiError.methodNotAllowed('PUT', ['GET', 'POST']), code: 'method_not_allowed', status: 405 },
    { error: ApiError.conflict('no'), code: 'conflict', status: 409 },
    { error: ApiError.idempotencyConflict(), code: 'idempotency_conflict', status: 409 },
    { error: ApiError.idempotencyInProgress(), code: 'idempotency_in_progress', status: 409 },
    { error: ApiError.planLimit('no'), code: 'plan_limit', status: 422 },
    { error: ApiError.subscriptionRequired(), code: 'subscription_required', status: 422 },
    { error: ApiError.rateLimited(7), code: 'rate_limited', status: 429 },
    { error: ApiError.internal(), code: 'internal_error', status: 500 },
  ])('$code is answered with $status', ({ error, code, status }) => {
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'ApiError', code, status });
    expect(error.message).not.toBe('');
  });

  it('names what was not found', () => {
    expect(ApiError.notFound('monitor', 'mon_1').message).toContain('monitor with the id mon_1');
  });

  it('has details on validation failures only', () => {
    expect(ApiError.validation([detail]).details).toEqual([detail]);
    expect(ApiError.conflict('no').details).toBeUndefined();
  });
});

describe('a reached limit', () => {
  it.each([
    { name: 'of a key', error: ApiError.rateLimited(7), words: 'this key' },
    { name: 'of a session', error: ApiError.rateLimited(7, 'this session'), words: 'this session' },
    { name: 'of requests in flight', error: ApiError.tooManyInFlight(50, 7), words: '50' },
  ])('$name says when to try again', ({ error, words }) => {
    expect(error.retryAfterSeconds).toBe(7);
    expect(error.message).toMatch(new RegExp(`${words}.* 7 s\\.$`));
  });

  it('is the only error that does', () => {
    expect(ApiError.internal().retryAfterSeconds).toBeUndefined();
  });
});

describe('isErrorCode', () => {
  it.each([
    { value: 'conflict', expected: true },
    { value: 'teapot', expected: false },
    { value: 'toString', expected: false },
    { value: 409, expected: false },
    { value: undefined, expected: false },
  ])('$value: $expected', ({ value, expected }) => {
    expect(isErrorCode(value)).toBe(expected);
  });
});
