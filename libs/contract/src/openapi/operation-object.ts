/** One operation of the contract as an OpenAPI operation. */
import { idempotencyKeySchema } from '../values/idempotency-key.ts';
import { takesIdempotencyKey, type Operation } from '../operation.ts';
import { pageFields } from '../resources/pagination.ts';
import type { JsonSchema } from '../schema.ts';
import { inWords, type Components } from './components.ts';
import type { Edition, Security } from './edition.ts';
import { errorResponses } from './error-responses.ts';
import { deprecationHeaders, responseHeaders } from './headers.ts';

export interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated?: true;
  parameters?: unknown[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
  security?: Security;
}

function successDescription({ id, method, effect, status, response }: Operation): string {
  const { title = 'resource' }: JsonSchema = response;
  if (status === 201) return `Created. The ${title}.`;
  if (status === 202) return `Accepted. The ${title}.`;
  if (method === 'DELETE') return 'Deleted. The id of what was deleted.';
  if (effect === 'read') return id.startsWith('list') ? 'One page of the list.' : `The ${title}.`;
  return `Done. The ${title} as it is now.`;
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to repeat: for 24 hours the same key with the same request gets the first successful response again.',
  schema: idempotencyKeySchema,
  example: 'b7a1d7c0-5d0f-4c57-9a56-2f4f0c2a6c11',
};

const organizationHeader = {
  name: 'Vedette-Organization',
  in: 'header',
  required: false,
  description:
    'The organization that a session acts in; 404 if the person does not belong to it. Left out: the organization that the person used last. Ignored with an API key.',
  schema: { type: 'string' },
  example: 'org_01k9w2t3m8e2q7r4t6y8a0c2e4',
};

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The `id` of the last event that the reader has; the stream goes on after it.',
  schema: { type: 'string' },
  example: '1042.kR3vX0aQ',
};

export function operationObject(
  operation: Operation,
  components: Components,
  { examples, errorDescriptions, securityOf, accessOf }: Edition,
): OperationObject {
  const example = examples[operation.id];
  const security = securityOf?.(operation);
  const access = accessOf?.(operation);
  const parameters = operationParameters(operation, components);
  const body = operation.documentedBody ?? operation.body;
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: access === undefined ? operation.description : `${operation.description} ${access}`,
    ...(security !== undefined && { security }),
    ...(operation.deprecation !== undefined && { deprecated: true as const }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { required: true, content: json(components.schema(body), example?.body) },
    }),
    responses: {
      [operation.status]: {
        description: successDescription(operation),
        headers: responseHeaders(components, [
          ...(takesIdempotencyKey(operation) ? (['Idempotency-Replayed'] as const) : []),
          ...(operation.issuesSession !== undefined || operation.endsSession === true ? (['Set-Cookie'] as const) : []),
          ...deprecationHeaders(operation.deprecation),
        ]),
        content: content(operation, components, example?.response),
      },
      ...errorResponses(operation, components, errorDescriptions),
    },
  };
}

function content(operation: Operation, components: Components, example: unknown): Record<string, unknown> {
  const schema = components.schema(operation.response);
  return operation.answer === 'json' ? json(schema, example) : { 'text/event-stream': { schema } };
}

/** Most lists have the same `limit` and `offset`. */
const SHARED_PARAMETERS: ReadonlySet<unknown> = new Set(Object.values(pageFields));

function operationParameters(operation: Operation, components: Components): unknown[] {
  const params: JsonSchema = operation.params;
  const query: JsonSchema = operation.query;
  return [
    ...Object.entries(params.properties ?? {}).map(([name, schema]) =>
      components.add('parameters', name, parameter(name, 'path', schema)),
    ),
    ...Object.entries(query.properties ?? {}).map(([name, schema]) => {
      const object = parameter(name, 'query', schema);
      return SHARED_PARAMETERS.has(schema) ? components.add('parameters', name, object) : object;
    }),
    ...(operation.credentials.includes('session')
      ? [components.add('parameters', 'organization', organizationHeader)]
      : []),
    ...(operation.answer === 'event-stream' ? [components.add('parameters', 'lastEventId', lastEventId)] : []),
    ...(takesIdempotencyKey(operation) ? [components.add('parameters', 'idempotencyKey', idempotencyKey)] : []),
  ];
}

function parameter(name: string, place: 'path' | 'query', { description, ...schema }: JsonSchema): unknown {
  return { name, in: place, required: place === 'path', description, schema: inWords(schema) };
}

export function json(schema: object, example: unknown): Record<string, unknown> {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } };
}
