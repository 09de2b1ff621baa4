import { describe, expect, it } from '@jest/globals';
import { type Schema, TypeText } from './type-text.ts';

describe('TypeText', () => {
  it.each<{ name: string; schema: Schema; type: string }>([
    { name: 'a string', schema: { type: 'string' }, type: 'string' },
    { name: 'an integer', schema: { type: 'integer' }, type: 'number' },
    { name: 'a nullable number', schema: { type: ['number', 'null'] }, type: 'number | null' },
    {
      name: 'a nullable record',
      schema: { type: ['object', 'null'], required: ['id'], properties: { id: { type: 'string' } } },
      type: '{\nid: string;\n} | null',
    },
    { name: 'a choice', schema: { type: 'string', enum: ['UP', 'DOWN'] }, type: '"UP" | "DOWN"' },
    {
      name: 'a nullable choice',
      schema: { type: ['string', 'null'], enum: ['UP', null] },
      type: '"UP" | null',
    },
    { name: 'a constant', schema: { type: 'string', const: 'monitor.up' }, type: '"monitor.up"' },
    { name: 'a list', schema: { type: 'array', items: { type: 'boolean' } }, type: '(boolean)[]' },
    {
      name: 'a map',
      schema: { type: 'object', additionalProperties: { type: 'string' } },
      type: 'Record<string, string>',
    },
    { name: 'any object', schema: { type: 'object', additionalProperties: true }, type: 'Record<string, unknown>' },
    { name: 'anything', schema: {}, type: 'unknown' },
    { name: 'alternatives', schema: { anyOf: [{ type: 'string' }, { type: 'null' }] }, type: 'string | null' },
    {
      name: 'an object without a name',
      schema: {
        type: 'object',
        required: ['a'],
        properties: {
          a: { type: 'string', description: 'The a.' },
          b: { type: 'integer' },
          id: { readOnly: true },
        },
      },
      type: '{\n/** The a. */\na: string;\nb?: number | undefined;\n}',
    },
  ])('writes $name', ({ schema, type }) => {
    expect(new TypeText().of(schema)).toBe(type);
  });

  const named: Schema = {
    title: 'Thing',
    description: 'A thing */.',
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' } },
  };

  it('declares a schema with a title once, and refers to it by its name', () => {
    const types = new TypeText();
    expect(types.of({ type: 'array', items: named })).toBe('(Thing)[]');
    expect(types.of(named)).toBe('Thing');
    expect(types.declarations).toEqual(['/** A thing *\\/. */\nexport interface Thing {\nid: string;\n}']);
  });

  it('declares what is no record as an alias', () => {
    const types = new TypeText();
    types.of({ title: 'Either', oneOf: [named, { type: 'null' }] });
    expect(types.declarations[0]).toBe('export type Either = Thing | null;');
  });

  it('uses a declaration that it is given', () => {
    const types = new TypeText({ Thing: 'export type Thing = 7;' });
    expect(types.of(named)).toBe('Thing');
    expect(types.declarations).toEqual(['export type Thing = 7;']);
  });

  it('refuses a name that means two things, and a type that JSON does not have', () => {
    const types = new TypeText();
    types.of(named);
    expect(() => types.of({ ...named, required: [] })).toThrow('Thing means two things');
    expect(() => types.of({ type: 'date' })).toThrow('date is no type of JSON');
  });
});
