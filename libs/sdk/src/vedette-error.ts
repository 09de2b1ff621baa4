import type { ApiErrorCode } from './error-codes.ts';

/**
 * Failures that the API did not report itself: no connection, no answer in time, an answer that is not the API's, or a
 * webhook that Vedette did not sign.
 */
export type ClientErrorCode = 'connection_error' | 'timeout' | 'invalid_response' | 'invalid_signature';

/** One fault of a request: the dotted path of the faulty field, and what is wrong with it. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

export interface ErrorFacts {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly headers?: Headers | undefined;
  readonly cause?: unknown;
}

/** Every failure of a call. Branch on `code`, never on the message. */
export class VedetteError extends Error {
  override readonly name = 'VedetteError';
  readonly code: ApiErrorCode | ClientErrorCode;
  /** The HTTP status; undefined if no response came. */
  readonly status: number | undefined;
  /** What to tell the operator of the service; undefined if the answer named none. */
  readonly requestId: string | undefined;
  /** The faults of a `validation_error`, else empty. */
  readonly details: readonly ErrorDetail[];
  readonly headers: Headers | undefined;

  constructor(code: ApiErrorCode | ClientErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.details = facts.details ?? [];
    this.headers = facts.headers;
  }
}
