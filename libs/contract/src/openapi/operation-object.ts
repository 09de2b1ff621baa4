/** One operation of the contract as an OpenAPI operation. */
import { idempotencyKeySchema } from '../idempotency-key.ts';
import type { Operation } from '../operation.ts';
import type { JsonSchema } from '../schema.ts';
import type { Components } from './components.ts';
import { errorResponses } from './error-responses.ts';
import { deprecationHeaders, responseHeaders } from './headers.ts';

export interface OperationExample {
  body?: unknown;
  response: unknown;
}

export interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated?: true;
  parameters?: unknown[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
  security?: [];
}

function successDescription({ id, method, status, response }: Operation): string {
  const { title = 'resource' }: JsonSchema = response;
  if (status === 201) return `Created. The ${title}.`;
  if (method === 'DELETE') return 'Deleted. The id of what was deleted.';
  if (method === 'GET') return id.startsWith('list') ? 'One page of the list.' : `The ${title}.`;
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

export function operationObject(
  operation: Operation,
  components: Components,
  example: OperationExample | undefined,
): OperationObject {
  const parameters = operationParameters(operation, components);
  const isMutation = operation.method !== 'GET';
  const body = operation.documentedBody ?? operation.body;
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    ...(operation.deprecation !== undefined && { deprecated: true as const }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { required: true, content: json(components.schema(body), example?.body) },
    }),
    responses: {
      [operation.status]: {
        description: successDescription(operation),
        headers: responseHeaders(components, [
          ...(isMutation ? (['Idempotency-Replayed'] as const) : []),
          ...deprecationHeaders(operation.deprecation),
        ]),
        content: json(components.schema(operation.response), example?.response),
      },
      ...errorResponses(operation, components),
    },
  };
}

function operationParameters(operation: Operation, components: Components): unknown[] {
  const params: JsonSchema = operation.params;
  const query: JsonSchema = operation.query;
  return [
    ...Object.entries(params.properties ?? {}).map(([name, schema]) =>
      components.add('parameters', name, parameter(name, 'path', schema)),
    ),
    ...Object.entries(query.properties ?? {}).map(([name, schema]) => {
      const object = parameter(name, 'query', schema);
      return name === 'limit' || name === 'offset' ? components.add('parameters', name, object) : object;
    }),
    ...(operation.method === 'GET' ? [] : [components.add('parameters', 'idempotencyKey', idempotencyKey)]),
  ];
}

function parameter(name: string, place: 'path' | 'query', { description, ...schema }: JsonSchema): unknown {
  return { name, in: place, required: place === 'path', description, schema };
}

export function json(schema: JsonSchema, example: unknown): Record<string, unknown> {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } };
}
