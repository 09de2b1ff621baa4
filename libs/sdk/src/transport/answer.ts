// Decides what the response to a request means: data, or an error.

import type { ApiErrorCode } from '../error-codes.ts';
import { type ErrorDetail, VedetteError } from '../vedette-error.ts';

export type Reading = { readonly kind: 'data'; readonly data: unknown } | ErrorReading;

interface ErrorReading {
  readonly kind: 'error';
  readonly error: VedetteError;
}

interface Envelope {
  readonly error?: {
    readonly code?: ApiErrorCode;
    readonly message?: string;
    readonly requestId?: string;
    readonly details?: readonly ErrorDetail[];
  };
}

export function readAnswer(response: Response, text: string): Reading {
  const { status, headers } = response;
  const body = parsed(text);
  if (response.ok) {
    if (body !== undefined) return { kind: 'data', data: body.value };
    const isCut = /\bjson\b/i.test(headers.get('content-type') ?? '');
    return isCut
      ? failed(response, 'connection_error', 'The answer was cut short.')
      : failed(response, 'invalid_response', 'The answer is not JSON: does the base address belong to Vedette?');
  }
  // A browser hides the status of a redirect.
  if (status < 400) return failed(response, 'invalid_response', redirectMessage(headers.get('location')));
  const { error } = (body?.value ?? {}) as Envelope;
  if (typeof error?.code !== 'string') {
    return failed(response, 'invalid_response', `The answer is ${String(status)}, without an error of the API.`);
  }
  const { code, message = code, requestId, details } = error;
  return failed(response, code, message, requestId, Array.isArray(details) ? details : undefined);
}

/** The key must not follow a redirect to somebody else. */
function redirectMessage(location: string | null): string {
  return `The server redirects${location === null ? '' : ` to ${location}`}, which is not followed: correct the base address.`;
}

function failed(
  { status, headers }: Response,
  code: VedetteError['code'],
  message: string,
  requestId = headers.get('x-request-id') ?? undefined,
  details?: readonly ErrorDetail[],
): ErrorReading {
  return { kind: 'error', error: new VedetteError(code, message, { status, headers, requestId, details }) };
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
