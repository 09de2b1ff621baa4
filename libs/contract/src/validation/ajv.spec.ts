import { describe, expect, it } from '@jest/globals';
import { eventDefinitions } from '../events/events.ts';
import { operations } from '../operations/operations.ts';
import { newAjv } from './ajv.ts';

const ajv = newAjv({ useDefaults: true });

const schemas = [
  ...Object.values(operations).flatMap(({ id, query, body, response }) => [
    { name: `the query of ${id}`, schema: query },
    { name: `the body of ${id}`, schema: body ?? {} },
    { name: `the response of ${id}`, schema: response },
  ]),
  ...eventDefinitions.map(({ type, schema }) => ({ name: `the event ${type}`, schema })),
];

describe('the meta-schema of JSON Schema 2020-12', () => {
  it.each(schemas)('allows $name', ({ schema }) => {
    expect(ajv.validateSchema(schema)).toBe(true);
  });

  it('refuses a schema that is none', () => {
    expect(ajv.validateSchema({ type: 'object', required: 'name' })).toBe(false);
  });
});
