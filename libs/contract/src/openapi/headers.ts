/** The response headers of the API, each described once. */
import type { Deprecation } from '../operation.ts';
import type { JsonSchema } from '../schema.ts';
import type { Components, Reference } from './components.ts';

interface Header {
  description: string;
  schema: JsonSchema;
  example: string | number;
}

const text: JsonSchema = { type: 'string' };
const count: JsonSchema = { type: 'integer', minimum: 0 };

const headers = {
  'X-Request-Id': {
    description: 'The id of the request, always made by us; quote it when you ask for help.',
    schema: text,
    example: 'req_01k9z0b2d4f6h8k0n2q4s6v8x0',
  },
  'RateLimit-Limit': { description: 'Requests permitted in the window.', schema: count, example: 120 },
  'RateLimit-Remaining': { description: 'Requests left in the window.', schema: count, example: 117 },
  'RateLimit-Reset': { description: 'Seconds until the window resets, rounded up.', schema: count, example: 42 },
  RateLimit: {
    description: 'The same in one: requests left, and seconds until the window resets.',
    schema: text,
    example: 'public-api;r=117;t=42',
  },
  'RateLimit-Policy': {
    description: 'The policy: its quota, and its window in seconds.',
    schema: text,
    example: 'public-api;q=120;w=60',
  },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: count, example: 42 },
  'Idempotency-Replayed': {
    description: 'Present, and `true`, when this is the stored response to an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Set-Cookie': {
    description: 'Sets or removes the cookie of the session.',
    schema: text,
    example: '__Host-vedette_session=…; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure',
  },
  Allow: { description: 'The methods that this path takes.', schema: text, example: 'GET, HEAD, PATCH, DELETE' },
  Deprecation: {
    description: 'Since when the operation is deprecated, as a structured date (RFC 9745).',
    schema: text,
    example: '@1767225600',
  },
  Sunset: {
    description: 'The earliest time at which the operation may stop working (RFC 8594).',
    schema: text,
    example: 'Wed, 01 Jul 2026 00:00:00 GMT',
  },
  Link: {
    description: 'Where the notes on the deprecation are, with `rel="deprecation"`.',
    schema: text,
    example: '<https://docs.vedette.example/deprecations>; rel="deprecation"',
  },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof headers;

const ALWAYS: readonly HeaderName[] = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
];

/** The headers that every response carries, and those that this one adds. */
export function responseHeaders(components: Components, added: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(
    [...ALWAYS, ...added].map((name) => [name, components.add('headers', name, headers[name])]),
  );
}

export function deprecationHeaders(deprecation: Deprecation | undefined): HeaderName[] {
  return deprecation === undefined ? [] : ['Deprecation', 'Sunset', 'Link'];
}
