import { describe, expect, it } from '@jest/globals';
import type { Operation } from '../operation.ts';
import { operations } from '../operations/operations.ts';
import type { JsonSchema } from '../schema.ts';
import { unknownFieldText } from './unknown-field.ts';

const response: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    parts: { type: 'array', items: { type: 'object', properties: { state: { type: 'string' } } } },
    owner: { type: 'object', properties: { name: { type: 'string' } } },
  },
};
const operation: Operation = {
  ...operations.createMonitor,
  body: { type: 'object', properties: { name: { type: 'string' } } },
  response,
  refusedFields: { type: 'cannot be changed' },
};

describe('a field that the operation does not take', () => {
  it.each([
    { name: 'is read-only where the answer has it', path: ['id'], message: 'is read-only' },
    { name: 'is read-only deep in the answer', path: ['owner', 'name'], message: 'is read-only' },
    { name: 'is read-only in an item of a list', path: ['parts', '0', 'state'], message: 'is read-only' },
    { name: 'is unknown in an item of a list', path: ['parts', '0', 'other'], message: 'is not a known field' },
    { name: 'is unknown below a text', path: ['id', 'x'], message: 'is not a known field' },
    { name: 'is unknown otherwise', path: ['other'], message: 'is not a known field' },
    { name: 'is unknown by a name that every object has', path: ['constructor'], message: 'is not a known field' },
    { name: 'has a reason of its own', path: ['type'], message: 'cannot be changed' },
    { name: 'has that reason at the top alone', path: ['owner', 'type'], message: 'is not a known field' },
  ])('$name', ({ path, message }) => {
    expect(unknownFieldText(operation)(path)).toBe(message);
  });

  it.each([
    { name: 'without a body', body: undefined },
    { name: 'with an empty body', body: { type: 'object', properties: {} } as JsonSchema },
  ])('is not allowed in an operation $name', ({ body }) => {
    const message = unknownFieldText({ ...operation, body })(['id']);
    expect(message).toBe('is not allowed: the body must be an empty object');
  });
});
