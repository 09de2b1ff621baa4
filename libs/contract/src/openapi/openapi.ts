import type { Contract } from '../contract.ts';
import { eventDefinitions } from '../events.ts';
import { Components } from './components.ts';
import { API_DESCRIPTION, tagDescriptions } from './description.ts';
import { operationExamples } from './operation-examples.ts';
import { operationObject, type OperationExample, type OperationObject } from './operation-object.ts';
import { webhookObject } from './webhook-object.ts';

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    description: string;
    contact: { name: string; url: string };
    license: { name: string; identifier: string };
  };
  externalDocs: { description: string; url: string };
  servers: { url: string; description: string }[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  webhooks: Record<string, { post: OperationObject }>;
  components: Record<string, Record<string, unknown>>;
}

export interface OpenApiOptions {
  /** The address of the API; by default the server that serves the document. */
  serverUrl?: string;
}

const examples: Readonly<Record<string, OperationExample>> = operationExamples;

/** The OpenAPI document of a contract, derived only from its operations and events. */
export function buildOpenApi(contract: Contract, { serverUrl = '/' }: OpenApiOptions = {}): OpenApiDocument {
  const components = new Components();
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of contract.operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = operationObject(operation, components, examples[operation.id]);
  }
  const webhooks = Object.fromEntries(
    eventDefinitions.map((event) => [event.type, { post: webhookObject(event, components) }]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vedette API',
      version: '1.0.0',
      description: API_DESCRIPTION,
      contact: { name: 'The operator of this Vedette service', url: serverUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: {
      description: 'Standard Webhooks: how to verify the signature of an event, with libraries for many languages.',
      url: 'https://www.standardwebhooks.com/',
    },
    servers: [{ url: serverUrl, description: 'This service.' }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: [...new Set([...contract.operations.map(({ tag }) => tag), 'Events'])].map((name) => ({
      name,
      description: tagDescriptions[name] ?? name,
    })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key of the organization.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same API key as a bearer token.' },
      },
      ...components.toJSON(),
    },
  };
}
