import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES } from '../event-types.ts';
import { defineContract } from '../contract.ts';
import { ERROR_STATUS } from '../errors.ts';
import type { JsonSchema } from '../schema.ts';
import { contract, operations } from '../operations/operations.ts';
import { compileRequestValidator } from '../validation/request-validator.ts';
import { compileResponseValidator } from '../validation/response-validator.ts';
import { operationExamples } from './operation-examples.ts';
import { buildOpenApi } from './openapi.ts';

const document = buildOpenApi(contract);
const published = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, object]) => ({ path, method, object })),
);
const examples: Record<string, { body?: unknown; response: unknown } | undefined> = operationExamples;

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  );
}

function propertiesOf(name: string): Record<string, JsonSchema> {
  const schemas = document.components['schemas'] as Record<string, JsonSchema> | undefined;
  return schemas?.[name]?.properties ?? {};
}

describe('buildOpenApi', () => {
  it('lists exactly the operations of the contract', () => {
    expect(published.map(({ object }) => object.operationId).toSorted()).toEqual(Object.keys(operations).toSorted());
    expect(published).toHaveLength(37);
  });

  it('lists every event as a webhook', () => {
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES]);
  });

  it('refers to nothing that is missing, and has no component that is not referred to', () => {
    const targets = new Set(references(document));
    const components = Object.entries(document.components)
      .filter(([section]) => section !== 'securitySchemes')
      .flatMap(([section, named]) => Object.keys(named).map((name) => `#/components/${section}/${name}`));
    expect([...targets].toSorted()).toEqual(components.toSorted());
  });

  it('describes every error code with an example', () => {
    const codes = JSON.stringify(document.components['responses']).matchAll(/"code":"(\w+)"/g);
    expect([...new Set([...codes].map((match) => String(match[1])))].toSorted()).toEqual(
      Object.keys(ERROR_STATUS).toSorted(),
    );
  });

  it.each(contract.operations)('gives $id examples that keep the contract', (operation) => {
    const example = examples[operation.id];
    expect(compileResponseValidator(operation)(example?.response)).toEqual([]);
    if (operation.body === undefined) return;
    const params = { monitorId: 'x', incidentId: 'x', statusPageId: 'x', maintenanceId: 'x', statusIncidentId: 'x' };
    const validate = compileRequestValidator(operation);
    const body = structuredClone(example?.body);
    expect(
      validate({ params: { ...params, endpointId: 'x', deliveryId: 'x' }, query: new URLSearchParams(), body }),
    ).toMatchObject({ ok: true });
  });

  it.each(published)('offers Idempotency-Key on $method $path unless it is a GET', ({ method, object }) => {
    const isOffered = references(object.parameters).includes('#/components/parameters/idempotencyKey');
    expect(isOffered).toBe(method !== 'get');
  });

  it.each(published)('documents who may answer what on $method $path', ({ method, object }) => {
    const statuses = Object.keys(object.responses).filter((status) => !status.startsWith('2'));
    const expected = method === 'get' ? '400 401 403 404 405 429 500' : '400 401 403 404 405 409 422 429 500';
    expect(statuses.toSorted().join(' ')).toBe(expected);
  });

  it('describes every field', () => {
    const silent: string[] = [];
    const visit = (name: string, value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('properties' in value && typeof value.properties === 'object' && value.properties !== null) {
        for (const [field, schema] of Object.entries(value.properties)) {
          if (typeof schema === 'object' && !('$ref' in schema) && !('description' in schema))
            silent.push(`${name}.${field}`);
          visit(`${name}.${field}`, schema);
        }
      }
      if ('items' in value) visit(`${name}[]`, value.items);
    };
    for (const [name, schema] of Object.entries(document.components['schemas'] ?? {})) visit(name, schema);
    expect(silent).toEqual([]);
  });

  it('leaves responses open, for clients must ignore unknown fields, and closes request bodies', () => {
    const schemas = document.components['schemas'] ?? {};
    expect(schemas['Monitor']).not.toHaveProperty('additionalProperties');
    expect(schemas['HttpMonitorCreate']).toHaveProperty('additionalProperties', false);
    expect(schemas['MonitorUpdate']).toHaveProperty('additionalProperties', false);
  });

  it('says whom to ask and where to read on', () => {
    expect(document.info.contact.name).not.toBe('');
    expect(document.externalDocs.url).toMatch(/^https:/);
  });

  it('describes timestamps of requests by a pattern, which takes what we take, and not by a format', () => {
    const requests = Object.entries(document.components['schemas'] ?? {}).filter(([name]) =>
      /(?:Create|Update|Post|Input)$/.test(name),
    );
    expect(JSON.stringify(requests)).not.toContain('date-time');
    const form = new RegExp(propertiesOf('MaintenanceWindowUpdate')['startsAt']?.pattern ?? '');
    expect(['2026-01-31T09:30Z', '2026-01-31T09:30:00.5+02:00'].every((text) => form.test(text))).toBe(true);
    expect(['2026-02-30T09:30Z', '2026-01-31', '2026-01-31T09:30'].some((text) => form.test(text))).toBe(false);
  });

  it('marks the read-only fields that a PATCH ignores', () => {
    const properties = propertiesOf('MonitorUpdate');
    const ignored = Object.keys(properties).filter((name) => properties[name]?.readOnly === true);
    expect(ignored).toEqual([
      'id',
      'state',
      'heartbeatUrl',
      'lastCheckedAt',
      'lastStatusChangedAt',
      'lastResponseMs',
      'certExpiresAt',
      'createdAt',
      'updatedAt',
    ]);
    expect(document.components['schemas']?.['StatusIncidentUpdate']).not.toHaveProperty('properties.state');
  });

  it('names the server it is told', () => {
    expect(buildOpenApi(contract, { serverUrl: 'https://api.shop.example' }).servers[0]?.url).toBe(
      'https://api.shop.example',
    );
  });

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('flags a deprecated operation and its headers', () => {
    const deprecation = {
      since: '2026-01-01T00:00:00Z',
      sunset: '2026-12-01T00:00:00Z',
      link: 'https://docs.example/deprecations',
    };
    const made = buildOpenApi(defineContract({ getMonitor: { ...operations.getMonitor, deprecation } }));
    const object = made.paths['/api/v1/monitors/{monitorId}']?.['get'];
    expect(object?.deprecated).toBe(true);
    expect(references(object?.responses['200'])).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset', 'Link'].map((name) => `#/components/headers/${name}`)),
    );
    expect(published.filter(({ object: each }) => each.deprecated === true)).toEqual([]);
    expect(document.components['headers']).not.toHaveProperty('Deprecation');
  });
});
