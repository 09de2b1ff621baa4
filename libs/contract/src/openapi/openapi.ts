import type { Contract } from '../contract.ts';
import { eventDefinitions } from '../events/events.ts';
import { Components } from './components.ts';
import { TAG_DESCRIPTIONS } from './description.ts';
import type { Edition, Security } from './edition.ts';
import { operationObject, type OperationObject } from './operation-object.ts';
import { publicEdition } from './public-edition.ts';
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
  security: Security;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  webhooks: Record<string, { post: OperationObject }>;
  components: Record<string, Record<string, unknown>>;
}

export interface OpenApiOptions {
  /** The address of the API; by default the server that serves the document. */
  serverUrl?: string;
  /** Whose document it is; by default that of the public API. */
  edition?: Edition;
}

/** The OpenAPI document of a contract, derived from its operations and events; the edition adds prose and examples. */
export function buildOpenApi(
  contract: Contract,
  { serverUrl = '/', edition = publicEdition }: OpenApiOptions = {},
): OpenApiDocument {
  const components = new Components();
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of contract.operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = operationObject(operation, components, edition);
  }
  const events = edition.describesEvents ? eventDefinitions : [];
  const webhooks = Object.fromEntries(events.map((event) => [event.type, { post: webhookObject(event, components) }]));
  const tags = new Set([...contract.operations.map(({ tag }) => tag), ...(events.length > 0 ? ['Events'] : [])]);
  return {
    openapi: '3.1.0',
    info: {
      title: edition.title,
      version: '1.0.0',
      description: edition.description,
      contact: { name: 'The operator of this Vedette service', url: serverUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: {
      description: 'Standard Webhooks: how to verify the signature of an event, with libraries for many languages.',
      url: 'https://www.standardwebhooks.com/',
    },
    servers: [{ url: serverUrl, description: 'This service.' }],
    security: edition.security,
    tags: [...tags].map((name) => ({ name, description: TAG_DESCRIPTIONS[name] ?? name })),
    paths,
    webhooks,
    components: {
      securitySchemes: edition.securitySchemes,
      ...components.toJSON(),
    },
  };
}
