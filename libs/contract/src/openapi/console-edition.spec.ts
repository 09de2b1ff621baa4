import { describe, expect, it } from '@jest/globals';
import type { Operation } from '../operation.ts';
import { consoleContract, consoleOnlyOperations } from '../operations/console-operations.ts';
import { compileRequestValidator } from '../validation/request-validator.ts';
import { compileResponseValidator } from '../validation/response-validator.ts';
import { consoleEdition } from './console-edition.ts';
import { buildOpenApi } from './openapi.ts';

const document = buildOpenApi(consoleContract, { edition: consoleEdition });
const published = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, object]) => ({ path, method, object })),
);

function objectOf(id: string) {
  const found = published.find(({ object }) => object.operationId === id);
  if (found === undefined) throw new Error(`${id} is not in the document`);
  return found.object;
}

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  );
}

describe('the document of the console contract', () => {
  it('lists exactly the operations of the contract', () => {
    const ids = consoleContract.operations.map(({ id }) => id);
    expect(published.map(({ object }) => object.operationId).toSorted()).toEqual(ids.toSorted());
  });

  it('refers to nothing that is missing, and has no component that is not referred to', () => {
    const components = Object.entries(document.components)
      .filter(([section]) => section !== 'securitySchemes')
      .flatMap(([section, named]) => Object.keys(named).map((name) => `#/components/${section}/${name}`));
    expect([...new Set(references(document))].toSorted()).toEqual(components.toSorted());
  });

  it('says in words what a text must look like, also in a query', () => {
    expect(objectOf('listEvents').parameters).toContainEqual(
      expect.objectContaining({
        name: 'types',
        schema: expect.objectContaining({
          'x-rule': expect.stringMatching(/^must be one or more of .*, separated by/),
        }),
      }),
    );
  });

  it.each(Object.values<Operation>(consoleOnlyOperations))('gives $id examples that keep the contract', (operation) => {
    const example = consoleEdition.examples[operation.id];
    expect(compileResponseValidator(operation)(example?.response)).toEqual([]);
    if (operation.body === undefined) return;
    const params = Object.fromEntries(
      [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'x'] as const),
    );
    const request = { params, query: new URLSearchParams(), body: structuredClone(example?.body) };
    expect(compileRequestValidator(operation)(request)).toMatchObject({ ok: true });
  });

  it.each([
    ['viewSignInLink', [{}]],
    ['redeemSignInLink', [{ session: [] }, {}]],
    ['getSession', [{ session: [] }]],
    ['getUsage', [{ session: [] }, { apiKey: [] }, { bearer: [] }]],
    ['acceptInvitation', [{ session: [] }, {}]],
    ['listMonitors', [{ session: [] }, { apiKey: [] }, { bearer: [] }]],
  ])('says what %s takes as credentials', (id, security) => {
    expect(objectOf(id).security).toEqual(security);
  });

  it.each([
    ['createKey', 'Needs the role ADMIN.'],
    ['removeMember', 'Needs the role ADMIN, except for oneself.'],
    ['createMonitor', 'Needs the role MEMBER.'],
  ])('says which role %s needs', (id, sentence) => {
    expect(objectOf(id).description).toMatch(new RegExp(`${sentence.replaceAll('.', '\\.')}$`));
  });

  it('offers Idempotency-Key where a write belongs to somebody', () => {
    const offers = (id: string) =>
      references(objectOf(id).parameters).includes('#/components/parameters/idempotencyKey');
    expect(['createKey', 'updateMe', 'acceptInvitation'].map(offers)).toEqual([true, true, true]);
    expect(['redeemSignInLink', 'createSignInLink', 'listKeys'].map(offers)).toEqual([false, false, false]);
  });

  it.each([
    ['createMonitor', '400 401 403 404 405 409 422 429 500'],
    ['createKey', '400 401 403 404 405 409 429 500'],
    ['redeemSignInLink', '400 401 403 404 405 409 429 500'],
    ['listKeys', '400 401 403 404 405 429 500'],
  ])('documents who may answer what on %s', (id, statuses) => {
    const errors = Object.keys(objectOf(id).responses).filter((status) => !status.startsWith('2'));
    expect(errors.toSorted().join(' ')).toBe(statuses);
  });

  it('shows the cookie of a session where it is set', () => {
    const setsCookie = published.filter(({ object }) =>
      references(object.responses).includes('#/components/headers/Set-Cookie'),
    );
    expect(setsCookie.map(({ object }) => object.operationId).toSorted()).toEqual([
      'acceptInvitation',
      'endAllSessions',
      'endSession',
      'redeemSignInLink',
    ]);
  });

  it('has the content type of an event stream where an operation answers with one', () => {
    const streamed = { ...consoleOnlyOperations.getUsage, answer: 'event-stream' } as const;
    const made = buildOpenApi({ operations: [streamed] }, { edition: consoleEdition });
    const response = made.paths['/api/console/v1/usage']?.['get']?.responses['200'];
    expect(response).toMatchObject({ content: { 'text/event-stream': expect.anything() } });
  });
});
