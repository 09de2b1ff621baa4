/** The introduction of the document, which describes rules of the whole API. */
export const API_DESCRIPTION = `Vedette watches your services, tells you when they fail and shows your users how they are doing.

## Authentication
Every request needs an API key of the organization, as \`X-API-Key: <key>\` or as \`Authorization: Bearer <key>\`; both at once,
or one of them twice, is a 401. A key belongs to one organization, and nothing in a request can select another: the id of a resource of another
organization is like an unknown one. Read-only keys can list and get everything; a mutation with one is 403 \`forbidden\`.
Keep keys out of browsers and source control; there is no CORS.

## Requests
Bodies are \`application/json\` in UTF-8, uncompressed, at most 2 MiB, and always a JSON object; actions without input take \`{}\`.
Unknown body fields are refused, each by name; the read-only fields of a resource, sent back in a PATCH of it, are ignored, so that
what was read can be changed and sent back whole. Unknown query parameters are ignored, a repeated one is refused. Lengths count
code points, nothing is trimmed, enums are case-sensitive, and U+0000 is refused everywhere. On PATCH, fields that are left
out keep their values and no defaults are applied; \`null\` clears what is nullable. Timestamps in requests are ISO 8601 with
\`Z\` or an offset, seconds optional; in responses they are UTC with milliseconds. Ids are opaque. Paths match exactly: another
case or a trailing slash is 404; bad percent-encoding, in a path or a query, is 400. \`HEAD\` works wherever \`GET\` does, and is a
read like it; any other method than those of the contract is 405, with \`Allow\`.

## Responses
A single resource is returned bare, a list as \`{data, pagination}\`, a deletion as \`{data: {id}}\`. Once an operation has answered,
every later one of the same organization sees its effect; webhook deliveries, alert entries in timelines and public pages
follow within 2 seconds. Ignore fields that you do not know: new ones are added within a version.

## Pagination
Lists are newest first and take \`limit\` (1 to 100, default 25) and \`offset\` (0 to 100000, default 0). \`pagination.total\` counts all
items after filters; keep paging until \`offset + limit\` reaches it. A filter by an unknown id gives an empty list.

## Errors
All failures have one envelope, \`{"error": {"code", "message", "requestId"}}\`, with \`details\` on validation failures: every fault
of the request at once, each with the path of the field to blame. Branch on \`code\`, never on \`message\`. Gates are passed in this
order: key (401), rate limit (429), route (404, 405), access (403), subscription (422), request (400), idempotency (400, 409),
and then the operation itself.

## Rate limits
120 requests a key in 60 seconds. The window opens with the first request and closes 60 seconds later. Every response
carries \`RateLimit-Limit\`, \`RateLimit-Remaining\`, \`RateLimit-Reset\`, \`RateLimit\` and \`RateLimit-Policy\`, the 401 too; a 429 adds
\`Retry-After\`. Requests without a valid key are counted by address and stay 401.

## Idempotency
Any request but GET may carry an \`Idempotency-Key\` of 1 to 200 characters out of \`A-Z a-z 0-9 . _ : -\`. It is bound to the method,
the path and the validated body, and belongs to the organization. The first successful response is stored and replayed for 24
hours with \`Idempotency-Replayed: true\`. Another input with the same key is 409 \`idempotency_conflict\`; while the first request
runs, 409 \`idempotency_in_progress\`. A 4xx frees the key; after a 500 the same request can be sent again with the same key.

## Webhooks
Events are sent to the webhook endpoints that subscribe to them, signed as in Standard Webhooks: \`webhook-id\` is the event id and
the same on every attempt, \`webhook-timestamp\` is in seconds, and \`webhook-signature\` holds \`v1,\` and the base64 HMAC-SHA256 of
\`id.timestamp.body\` over the raw bytes of the body, once for each live secret, newest first, separated by spaces. Verify before you
act. Delivery is at least once and in no promised order: drop repeated ids. Answer 2xx within 15 seconds; redirects are not
followed. Anything else is retried 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h and 12 h after the attempt before, ±10 %, or after
\`Retry-After\` of a 429 or 503 (up to one hour) if that is later; then the delivery is FAILED. 410 disables the endpoint, as do 5
days of nothing but failures.

## Versioning
The version is in the path, and \`/api/v1\` is a stable promise. New operations, optional request fields and response fields are added
within it; anything that breaks clients ships as a new version. A deprecated operation is flagged here and answers with
\`Deprecation\`, \`Sunset\` and \`Link\` headers at least 180 days before it may stop working. None is deprecated now.
`;

export const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Monitors: 'Checks that watch a service.',
  Incidents: 'Outages that were detected from failed checks.',
  'Status pages': 'Public pages that show the state of your services.',
  'Maintenance windows': 'Planned times in which alerts are suppressed.',
  'Published incidents': 'Incidents that you write and publish on status pages.',
  'Webhook endpoints': 'Addresses that signed events are sent to.',
  'Webhook deliveries': 'Events on their way, and every attempt to deliver them.',
  Events: 'What webhook endpoints receive.',
  'Sign-in': 'How a person gets a session.',
  Sessions: 'Who is signed in, where, and with which settings.',
  Organization: 'The organization, its plan, and who changed what.',
  People: 'The people of the organization, their roles, and invitations.',
  Keys: 'The API keys of the organization.',
  'Event log': 'What happened in the last 30 days, in order.',
  Previews: 'What a page, a message or a window would look like, before it is saved.',
  'Alert contacts': 'Who is told when a monitor goes down and when it is up again.',
};
