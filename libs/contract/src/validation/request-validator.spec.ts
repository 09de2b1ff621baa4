import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Detail } from '../errors.ts';
import { operationExamples } from '../openapi/operation-examples.ts';
import { consoleContract } from '../operations/console-operations.ts';
import { contract, operations } from '../operations/operations.ts';
import type { PublicOperationId } from '../operations/served-operations.ts';
import type { JsonSchema } from '../schema.ts';
import { compileRequestValidator, MAX_DETAILS, type Validation } from './request-validator.ts';

interface Sent {
  params?: Record<string, string>;
  body?: unknown;
}

function validate(id: PublicOperationId, { params = {}, body }: Sent): Validation {
  return compileRequestValidator(operations[id])({ params, query: new URLSearchParams(), body });
}

function detailsOf(result: Validation): Detail[] {
  return result.ok ? [] : result.details;
}

const pathsOf = (result: Validation) => detailsOf(result).map(({ path }) => path);
const messagesOf = (result: Validation) => detailsOf(result).map(({ message }) => message);

const http = { name: 'Shop', type: 'HTTP', url: 'https://example.com' };

describe('path parameters', () => {
  it.each([
    { name: 'empty', monitorId: '' },
    { name: 'with U+0000', monitorId: 'mon\0' },
    { name: 'with a lone surrogate', monitorId: 'mon\ud800' },
  ])('refuses one that is $name', ({ monitorId }) => {
    expect(pathsOf(validate('getMonitor', { params: { monitorId } }))).toEqual(['monitorId']);
  });

  it('takes any other text: an unknown id is not malformed', () => {
    expect(validate('getMonitor', { params: { monitorId: '🦉' } })).toMatchObject({ ok: true });
  });
});

describe('bodies', () => {
  it.each([
    { name: 'missing', body: undefined, message: 'body is required: a JSON object' },
    { name: 'null', body: null, message: 'body must be a JSON object' },
    { name: 'an array', body: [], message: 'body must be a JSON object' },
    { name: 'a string', body: '{}', message: 'body must be a JSON object' },
    { name: 'a number', body: 0, message: 'body must be a JSON object' },
  ])('refuses a body that is $name', ({ body, message }) => {
    expect(detailsOf(validate('createMonitor', { body }))).toEqual([{ path: 'body', message }]);
  });

  it('are ignored where the operation takes none', () => {
    const result = validate('deleteMonitor', { params: { monitorId: 'mon_1' }, body: 'anything' });
    expect(result).toEqual({ ok: true, value: { params: { monitorId: 'mon_1' }, query: {}, body: undefined } });
  });

  it('must be empty where nothing can be said', () => {
    const params = { monitorId: 'mon_1' };
    expect(validate('pauseMonitor', { params, body: {} })).toMatchObject({ ok: true });
    expect(messagesOf(validate('pauseMonitor', { params, body: { name: 'x' } }))).toEqual([
      'name is not allowed: the body must be an empty object',
    ]);
    expect(pathsOf(validate('pauseMonitor', { params }))).toEqual(['body']);
  });

  it('name every unknown field, and tell read-only ones apart, in nested objects too', () => {
    const body = { id: 'sp_1', name: 'Shop', colour: 'red', components: [{ id: 'cmp_1', monitorId: 'm', x: 1 }] };
    expect(messagesOf(validate('createStatusPage', { body })).toSorted()).toEqual([
      'colour is not a known field',
      'components.0.id is read-only',
      'components.0.x is not a known field',
      'id is read-only',
    ]);
  });

  it('name unknown fields on PATCH too, and ignore read-only ones, in nested objects too', () => {
    const body = { id: 5, url: null, components: [{ id: 'cmp_1', monitorId: 'm', x: 1 }], colour: 'red' };
    const refused = validate('updateStatusPage', { params: { statusPageId: 'sp_1' }, body });
    expect(messagesOf(refused).toSorted()).toEqual([
      'colour is not a known field',
      'components.0.x is not a known field',
    ]);
    const taken = validate('updateStatusPage', {
      params: { statusPageId: 'sp_1' },
      body: { id: 5, name: 'Shop', components: [{ id: 'cmp_1', monitorId: 'm' }] },
    });
    expect(taken.ok && taken.value.body).toEqual({
      name: 'Shop',
      components: [{ monitorId: 'm', description: null, group: null }],
    });
  });

  it.each(contract.operations.filter(({ method }) => method === 'PATCH'))(
    '$id takes back what it answers, but for a state that is told otherwise',
    (operation) => {
      const { response } = operationExamples[operation.id as 'updateMonitor'];
      const { state: _state, ...stateless } = response;
      const sent = operation.id === 'updateStatusIncident' ? stateless : response;
      const params = Object.fromEntries([...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => [match[1], 'x']));
      const judge = compileRequestValidator(operation);
      const result = judge({ params, query: new URLSearchParams(), body: structuredClone(sent) });
      const { properties = {} }: JsonSchema = operation.body ?? {};
      const asked = Object.keys(sent).filter((name) => properties[name]?.readOnly !== true);
      expect(result.ok && Object.keys(result.value.body ?? {}).toSorted()).toEqual(asked.toSorted());
    },
  );

  it('refuse forbidden text in fields that are ignored, and take any number of values there', () => {
    const params = { statusIncidentId: 'si_1' };
    const updates = Array.from({ length: 5_000 }, (_, id) => ({ id, state: 'RESOLVED', message: 'x', createdAt: '' }));
    expect(validate('updateStatusIncident', { params, body: { updates } })).toMatchObject({ ok: true });
    const hidden = [...updates, { message: '\0' }];
    expect(pathsOf(validate('updateStatusIncident', { params, body: { updates: hidden } }))).toEqual(['updates']);
  });

  it.each([
    { field: 'name', value: '', message: 'name must be 1 to 120 characters long' },
    { field: 'name', value: 5, message: 'name must be a string' },
    { field: 'name', value: null, message: 'name must not be null' },
    {
      field: 'type',
      value: 'HTTPS',
      message: 'type must be one of HTTP, KEYWORD, PING, PORT, CRON, DNS, SSL, DOMAIN',
    },
    { field: 'host', value: 'x'.repeat(256), message: 'host must be at most 255 characters long' },
    { field: 'port', value: 0, message: 'port must be an integer from 1 to 65535 or null' },
    { field: 'port', value: '80', message: 'port must be an integer from 1 to 65535 or null' },
    { field: 'verifySsl', value: 'yes', message: 'verifySsl must be true or false' },
    { field: 'expectedStatus', value: [], message: 'expectedStatus must have 1 to 100 items' },
    { field: 'expectedStatus', value: {}, message: 'expectedStatus must be an array' },
    { field: 'requestHeaders', value: [], message: 'requestHeaders must be an object or null' },
    { field: 'intervalSeconds', value: 29, message: 'intervalSeconds must be an integer from 30 to 86400' },
  ])('$message', ({ field, value, message }) => {
    expect(messagesOf(validate('createMonitor', { body: { ...http, [field]: value } }))).toEqual([message]);
  });

  it.each([
    { id: 'createStatusPage', body: { name: 'a', slug: 'A' }, starts: 'slug must be 1 to 63 lowercase letters' },
    {
      id: 'createStatusPage',
      body: { name: 'a', accentColor: 'x' },
      starts: 'accentColor must be a colour in the form',
    },
    {
      id: 'updateStatusIncident',
      body: { startedAt: 'x' },
      starts: 'startedAt must be a real date and time in ISO 8601',
    },
    {
      id: 'updateStatusIncident',
      body: { startedAt: 5 },
      starts: 'startedAt must be a real date and time in ISO 8601',
    },
    { id: 'updateStatusIncident', body: { monitorIds: ['a', 'a'] }, starts: 'monitorIds.1 repeats monitorIds.0' },
  ] as const)('$starts…', ({ id, body, starts }) => {
    const [message = ''] = messagesOf(validate(id, { params: { statusIncidentId: 'si_1' }, body: { ...body } }));
    expect(message.startsWith(starts)).toBe(true);
  });

  it('report the faults of schema and rules at once, each path once', () => {
    const body = {
      type: 'KEYWORD',
      url: 5,
      timeoutSeconds: 0,
      requestHeaders: { Connection: 'a', 'x-count': 3 },
      color: 'red',
    };
    expect(pathsOf(validate('createMonitor', { body })).toSorted()).toEqual([
      'color',
      'keyword',
      'name',
      'requestHeaders.Connection',
      'requestHeaders.x-count',
      'timeoutSeconds',
      'url',
    ]);
  });

  it('report the faults of path and body at once', () => {
    expect(pathsOf(validate('updateMonitor', { params: { monitorId: '\0' }, body: { name: '' } }))).toEqual([
      'monitorId',
      'name',
    ]);
  });

  it('fill in fresh defaults for every request', () => {
    const statuses = [0, 1].map(() => {
      const result = validate('createMonitor', { body: { ...http } });
      return result.ok ? result.value.body?.['expectedStatus'] : undefined;
    });
    expect(statuses[0]).toEqual(statuses[1]);
    expect(statuses[0]).not.toBe(statuses[1]);
  });

  it('keep every type of monitor apart: the rule of its fields runs on create', () => {
    expect(detailsOf(validate('createMonitor', { body: { name: 'a', type: 'PORT', host: '' } }))).toEqual([
      { path: 'host', message: 'host is required for PORT monitors' },
      { path: 'port', message: 'port is required for PORT monitors' },
    ]);
  });

  it('leave what depends on the whole monitor to its service on update', () => {
    expect(validate('updateMonitor', { params: { monitorId: 'mon_1' }, body: { type: 'PORT' } })).toMatchObject({
      ok: true,
    });
  });
});

describe('hostile input', () => {
  it.each([
    { name: 'U+0000 in a value', json: '{"name":"a\\u0000","type":"CRON"}', paths: ['name'] },
    { name: 'a lone surrogate in a value', json: '{"name":"\\ud83e","type":"CRON"}', paths: ['name'] },
    { name: 'a whole surrogate pair', json: '{"name":"\\ud83e\\udd89","type":"CRON"}', paths: [] },
    {
      name: 'U+0000 in a nested key',
      json: '{"name":"a","type":"CRON","requestHeaders":{"a\\u0000":"b"}}',
      paths: ['requestHeaders.a\ufffd'],
    },
    {
      name: 'a lone surrogate in an unknown field',
      json: '{"name":"a","type":"CRON","x":{"y":["\\udc00"]}}',
      paths: ['x.y.0', 'x'],
    },
    { name: '__proto__', json: '{"name":"a","type":"CRON","__proto__":{"port":1}}', paths: ['__proto__'] },
    { name: 'constructor', json: '{"name":"a","type":"CRON","constructor":{"prototype":{}}}', paths: ['constructor'] },
  ])('$name: $paths', ({ json, paths }) => {
    expect(pathsOf(validate('createMonitor', { body: JSON.parse(json) }))).toEqual(paths);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('survives a body that nests half a million deep', () => {
    const depth = 500_000;
    const nested: unknown = JSON.parse(`${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`);
    expect(pathsOf(validate('createMonitor', { body: { name: 'a', type: 'CRON', requestHeaders: nested } }))).toEqual([
      'requestHeaders',
    ]);
    expect(pathsOf(validate('createMonitor', { body: { name: 'a', type: 'CRON', x: nested } }))).toEqual(['x']);
  });

  it('names a bounded part of a path that is very deep', () => {
    const body: unknown = JSON.parse(`{"x":${'['.repeat(100)}"\\u0000"${']'.repeat(100)}}`);
    const [path = ''] = pathsOf(validate('pauseMonitor', { params: { monitorId: 'a' }, body }));
    expect(path.split('.')).toHaveLength(32);
  });

  it('lists a bounded number of faults', () => {
    const body = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`x${String(i)}`, 0]));
    expect(pathsOf(validate('createMonitor', { body }))).toHaveLength(MAX_DETAILS);
  });

  it('refuses lists that are far too long without looking at every item', () => {
    const expectedStatus = Array.from({ length: 500_000 }, () => 0);
    const paths = pathsOf(validate('createMonitor', { body: { ...http, expectedStatus } }));
    expect(paths).toContain('expectedStatus');
    expect(paths.length).toBeLessThan(200);
  });

  it.each([
    { field: 'heartbeatUrl', body: { heartbeatUrl: 'https://hb.example/•••' } },
    { field: 'requestBody', body: { requestBody: '•••' } },
    { field: 'requestHeaders.a', body: { requestHeaders: { a: '•••' } } },
  ])('refuses a mask at $field in the console contract', ({ field, body }) => {
    const update = consoleContract.operations.find(({ id }) => id === 'updateMonitor');
    const judge = compileRequestValidator(update ?? operations.updateMonitor);
    const result = judge({ params: { monitorId: 'mon_1' }, query: new URLSearchParams(), body });
    expect(detailsOf(result)).toEqual([
      { path: field, message: `${field} is masked: send the value itself, or leave the field out` },
    ]);
  });

  it('takes in the public contract what looks like a mask', () => {
    const body = { heartbeatUrl: 'https://hb.example/•••', requestBody: '•••', url: 'https://•••@example.com/' };
    expect(validate('updateMonitor', { params: { monitorId: 'mon_1' }, body })).toMatchObject({ ok: true });
  });

  it.each(contract.operations)('$id answers whatever JSON it is sent, by value or by named faults', (operation) => {
    const judge = compileRequestValidator(operation);
    const { body: schema }: { body?: JsonSchema | undefined } = operation;
    const fields = Object.keys(schema?.properties ?? {});
    const body = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fields.length === 0 ? fc.string() : fc.constantFrom(...fields), fc.jsonValue()),
    );
    fc.assert(
      fc.property(body, fc.string(), (sent, id) => {
        const params = Object.fromEntries([...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => [match[1], id]));
        const result = judge({ params, query: new URLSearchParams(), body: sent });
        expect(result.ok || result.details.length > 0).toBe(true);
        expect(detailsOf(result).filter(({ path, message }) => !message.startsWith(path))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});
