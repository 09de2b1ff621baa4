/** The error responses of the API: one for each status, in the variants that operations need. */
import { Type, type TSchema } from 'typebox';
import { type Detail, type ErrorCode, ERROR_STATUS } from '../errors.ts';
import { takesIdempotencyKey, type Operation } from '../operation.ts';
import { choice } from '../schema.ts';
import type { Components, Reference } from './components.ts';
import { type HeaderName, responseHeaders } from './headers.ts';

const errorCodes = Object.keys(ERROR_STATUS);

const errorSchema: TSchema = Type.Object(
  {
    error: Type.Object(
      {
        code: choice(errorCodes, 'What went wrong; stable. Branch on this, never on the message.'),
        message: Type.String({ description: 'The same for people; it may be reworded.' }),
        requestId: Type.String({ description: 'The same value as the X-Request-Id header.' }),
        details: Type.Optional(
          Type.Array(
            Type.Object(
              {
                path: Type.String({
                  description:
                    'The dotted name of the field (`components.0.monitorId`), the query parameter or the path parameter to blame; `body` when no field is.',
                }),
                message: Type.String({ description: 'What is wrong with it.' }),
              },
              { title: 'ErrorDetail', description: 'One fault of a request.' },
            ),
            { description: 'Every fault of the request, on validation failures only.' },
          ),
        ),
      },
      { description: 'What went wrong.' },
    ),
  },
  { title: 'Error', description: 'The envelope of every failure.' },
);

interface Example {
  summary: string;
  message: string;
  details?: Detail[];
}

const examples: Readonly<Record<ErrorCode, Example>> = {
  validation_error: {
    summary: 'Invalid JSON, content type, query, path or body',
    message: 'The request is not valid; see details.',
    details: [{ path: 'url', message: 'url is required for HTTP monitors' }],
  },
  invalid_idempotency_key: {
    summary: 'Idempotency-Key malformed or too long',
    message: 'Idempotency-Key must be 1 to 200 characters out of A-Z, a-z, 0-9 and . _ : -',
  },
  unauthorized: {
    summary: 'Missing, expired, disabled or invalid key',
    message: 'A valid API key is required, in X-API-Key or as Authorization: Bearer.',
  },
  forbidden: {
    summary: 'The key is read-only, or lacks permission for the resource',
    message: 'This API key is read-only.',
  },
  not_found: {
    summary: 'No such endpoint, or no such resource in this organization',
    message: 'There is no monitor with the id mon_01k9w3v5m8e2q7r4t6y8a0c2e4 in this organization.',
  },
  method_not_allowed: {
    summary: 'The path exists, but not for this method',
    message: 'PUT is not allowed here; allowed: GET, HEAD, PATCH, DELETE.',
  },
  conflict: {
    summary: 'The request conflicts with the current state',
    message: 'The monitor is paused; resume it to check it.',
  },
  idempotency_conflict: {
    summary: 'The key was already used for different input',
    message: 'This Idempotency-Key was already used for a different request.',
  },
  idempotency_in_progress: {
    summary: 'An earlier request with this key is still running',
    message: 'The first request with this Idempotency-Key is still running; retry shortly.',
  },
  plan_limit: {
    summary: 'The allowance of the plan is used up, or the interval is too fast for it',
    message: 'The plan FREE allows checks every 300 s at the fastest.',
  },
  subscription_required: {
    summary: 'The organization has no active subscription',
    message: 'The organization has no active subscription; reads still work.',
  },
  rate_limited: {
    summary: 'The rate limit of the key is reached',
    message: 'The rate limit of this key is reached; retry in 42 s.',
  },
  internal_error: {
    summary: 'Unexpected failure',
    message: 'Something went wrong on our side. It is safe to retry with the same Idempotency-Key.',
  },
};

interface Variant {
  name: string;
  codes: readonly ErrorCode[];
  description: string;
  headers?: readonly HeaderName[];
}

const VARIANTS: readonly Variant[] = [
  { name: 'InvalidRequest', codes: ['validation_error'], description: 'The request is not valid.' },
  {
    name: 'InvalidMutation',
    codes: ['validation_error', 'invalid_idempotency_key'],
    description: 'The request or its Idempotency-Key is not valid.',
  },
  { name: 'Unauthorized', codes: ['unauthorized'], description: 'There is no valid API key.' },
  {
    name: 'Forbidden',
    codes: ['forbidden'],
    description: 'The API key is read-only, or lacks permission for the resource.',
  },
  { name: 'NotFound', codes: ['not_found'], description: 'There is nothing here.' },
  {
    name: 'MethodNotAllowed',
    codes: ['method_not_allowed'],
    description: 'The path takes other methods.',
    headers: ['Allow'],
  },
  {
    name: 'IdempotencyConflict',
    codes: ['idempotency_conflict', 'idempotency_in_progress'],
    description: 'The Idempotency-Key is in use.',
  },
  {
    name: 'StateConflict',
    codes: ['conflict'],
    description: 'The request conflicts with the current state.',
  },
  {
    name: 'Conflict',
    codes: ['conflict', 'idempotency_conflict', 'idempotency_in_progress'],
    description: 'The request conflicts with the current state, or its Idempotency-Key is in use.',
  },
  {
    name: 'SubscriptionRequired',
    codes: ['subscription_required'],
    description: 'The organization has no active subscription.',
  },
  {
    name: 'PlanLimit',
    codes: ['plan_limit', 'subscription_required'],
    description: 'The plan does not allow it, or the organization has no active subscription.',
  },
  {
    name: 'RateLimited',
    codes: ['rate_limited'],
    description: 'Too many requests.',
    headers: ['Retry-After'],
  },
  { name: 'InternalError', codes: ['internal_error'], description: 'Our fault.' },
];

const FROM_ALL: readonly ErrorCode[] = [
  'validation_error',
  'unauthorized',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
];

const FROM_IDEMPOTENCY: readonly ErrorCode[] = [
  'invalid_idempotency_key',
  'idempotency_conflict',
  'idempotency_in_progress',
];

/** Other words for an error response, by its name. */
export type ErrorDescriptions = Readonly<Record<string, string>>;

/** Every error that an operation can return, by status. */
export function errorResponses(
  operation: Operation,
  components: Components,
  descriptions: ErrorDescriptions,
): Record<string, Reference> {
  const possible = new Set([
    ...FROM_ALL,
    ...(takesIdempotencyKey(operation) ? FROM_IDEMPOTENCY : []),
    ...(needsSubscription(operation) ? (['subscription_required'] as const) : []),
    ...operation.errors,
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of possible) byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [String(status), errorResponse(codes, components, descriptions)]),
  );
}

function needsSubscription({ effect, worksCanceled }: Operation): boolean {
  return effect === 'write' && worksCanceled !== true;
}

function errorResponse(
  codes: readonly ErrorCode[],
  components: Components,
  descriptions: ErrorDescriptions,
): Reference {
  const variant = VARIANTS.find(
    (each) => each.codes.length === codes.length && each.codes.every((code) => codes.includes(code)),
  );
  if (variant === undefined) throw new Error(`no error response is described for ${codes.join(', ')}`);
  return components.add('responses', variant.name, {
    description: descriptions[variant.name] ?? variant.description,
    headers: responseHeaders(components, variant.headers ?? []),
    content: {
      'application/json': {
        schema: components.schema(errorSchema),
        examples: Object.fromEntries(variant.codes.map((code) => [code, errorExample(code)])),
      },
    },
  });
}

function errorExample(code: ErrorCode): { summary: string; value: unknown } {
  const { summary, message, details } = examples[code];
  const requestId = 'req_01k9z0b2d4f6h8k0n2q4s6v8x0';
  return { summary, value: { error: { code, message, requestId, ...(details !== undefined && { details }) } } };
}
