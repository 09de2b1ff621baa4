import type { CallLimit } from './call-limit.ts';

/** The closed list of error codes of the API, each with its HTTP status. */
export const ERROR_STATUS = {
  validation_error: 400,
  invalid_idempotency_key: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_conflict: 409,
  idempotency_in_progress: 409,
  plan_limit: 422,
  subscription_required: 422,
  rate_limited: 429,
  internal_error: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);
}

/** One fault of a request: the dotted path of the faulty field, and what is wrong with it. */
export interface Detail {
  path: string;
  message: string;
}

const WHO_MAY: Readonly<Record<CallLimit['of'], string>> = {
  organization: 'The organization may do this',
  address: 'This address may do this',
  resource: 'This may be done with one resource',
};

/** An expected refusal, in the terms of the API. Any other exception is a defect and becomes `internal_error`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly details: readonly Detail[] | undefined;
  /** When the client may try again, for `rate_limited` only. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, details?: readonly Detail[], retryAfterSeconds?: number) {
    // A refusal is an ordinary answer: its stack trace is never read, and capturing it would cost more than the rest.
    const { stackTraceLimit } = Error;
    if (code !== 'internal_error') Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): (typeof ERROR_STATUS)[ErrorCode] {
    return ERROR_STATUS[this.code];
  }

  static validation(details: readonly Detail[], message = 'The request is not valid; see details.'): ApiError {
    return new ApiError('validation_error', message, details);
  }

  static invalidIdempotencyKey(): ApiError {
    return new ApiError(
      'invalid_idempotency_key',
      'Idempotency-Key must be 1 to 200 characters out of A-Z, a-z, 0-9 and . _ : -',
    );
  }

  static unauthorized(message = 'A valid API key is required, in X-API-Key or as Authorization: Bearer.'): ApiError {
    return new ApiError('unauthorized', message);
  }

  static forbidden(message = 'This API key is read-only.'): ApiError {
    return new ApiError('forbidden', message);
  }

  static notFound(resource: string, id: string): ApiError {
    return new ApiError('not_found', `There is no ${resource} with the id ${id} in this organization.`);
  }

  /** Always the same object: those who try every path get it thousands of times a second. */
  static noSuchEndpoint(): ApiError {
    return NO_SUCH_ENDPOINT;
  }

  static methodNotAllowed(method: string, allowed: readonly string[]): ApiError {
    return new ApiError('method_not_allowed', `${method} is not allowed here; allowed: ${allowed.join(', ')}.`);
  }

  static conflict(message: string): ApiError {
    return new ApiError('conflict', message);
  }

  static idempotencyConflict(): ApiError {
    return new ApiError('idempotency_conflict', 'This Idempotency-Key was already used for a different request.');
  }

  static idempotencyInProgress(): ApiError {
    return new ApiError(
      'idempotency_in_progress',
      'The first request with this Idempotency-Key is still running; retry shortly.',
    );
  }

  static planLimit(message: string): ApiError {
    return new ApiError('plan_limit', message);
  }

  static subscriptionRequired(): ApiError {
    return new ApiError('subscription_required', 'The organization has no active subscription; reads still work.');
  }

  static rateLimited(retryAfterSeconds: number, whose = 'this key'): ApiError {
    const message = `The rate limit of ${whose} is reached; retry in ${String(retryAfterSeconds)} s.`;
    return new ApiError('rate_limited', message, undefined, retryAfterSeconds);
  }

  static tooManyCalls({ most, withinSeconds, of }: CallLimit, retryAfterSeconds: number): ApiError {
    const span = withinSeconds === 60 ? 'a minute' : 'an hour';
    const message = `${WHO_MAY[of]} ${String(most)} times ${span}; retry in ${String(retryAfterSeconds)} s.`;
    return new ApiError('rate_limited', message, undefined, retryAfterSeconds);
  }

  static tooManyInFlight(limit: number, retryAfterSeconds: number): ApiError {
    const message = `The organization has ${String(limit)} checks, test deliveries and retries in flight, which is the limit; retry in ${String(retryAfterSeconds)} s.`;
    return new ApiError('rate_limited', message, undefined, retryAfterSeconds);
  }

  static tooManyBytes(limit: number, retryAfterSeconds: number): ApiError {
    const message = `Your requests that are being read or answered hold ${String(limit)} bytes, which is the limit; read the answers, or retry in ${String(retryAfterSeconds)} s.`;
    return new ApiError('rate_limited', message, undefined, retryAfterSeconds);
  }

  static tooManyStreams(of: 'credential' | 'organization', limit: number, retryAfterSeconds: number): ApiError {
    const message = `This ${of} has ${String(limit)} streams open, which is the limit; close one, or retry in ${String(retryAfterSeconds)} s.`;
    return new ApiError('rate_limited', message, undefined, retryAfterSeconds);
  }

  static internal(): ApiError {
    return new ApiError(
      'internal_error',
      'Something went wrong on our side. It is safe to retry with the same Idempotency-Key.',
    );
  }
}

const NO_SUCH_ENDPOINT = new ApiError('not_found', 'There is no such endpoint.');
