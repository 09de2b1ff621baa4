/** One event of the contract as an OpenAPI webhook. */
import type { EventDefinition } from '../events/events.ts';
import type { Components } from './components.ts';
import { eventExamples } from './event-examples.ts';
import { json, type OperationObject } from './operation-object.ts';

const signatureHeaders = {
  'webhook-id': {
    description: 'The id of the event; the same on every attempt. Drop what you have seen.',
    example: 'evt_01k9z0b2d4f6h8k0n2q4s6v8x0',
  },
  'webhook-timestamp': {
    description: 'When this attempt was made, in seconds since the epoch. Refuse what is too old.',
    example: '1772384283',
  },
  'webhook-signature': {
    description:
      '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`, once for each live secret, newest first, separated by spaces.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
};

export function webhookObject({ type, when, schema }: EventDefinition, components: Components): OperationObject {
  return {
    operationId: `on${pascalCase(type)}`,
    tags: ['Events'],
    summary: type,
    description: when,
    security: [],
    parameters: Object.entries(signatureHeaders).map(([name, { description, example }]) =>
      components.add('parameters', name, {
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
        example,
      }),
    ),
    requestBody: { required: true, content: json(components.schema(schema), eventExamples.get(type)) },
    responses: {
      '2XX': { description: 'Received. Answer within 15 seconds.' },
      '410': { description: 'Send no more: the endpoint is disabled.' },
      '4XX': { description: 'Not received; the delivery is retried.' },
      '5XX': { description: 'Not received; the delivery is retried.' },
    },
  };
}

function pascalCase(type: string): string {
  return type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
