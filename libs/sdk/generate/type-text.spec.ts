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

  it.each([
    { name: 'as it is', values: ['UP', 'DOWN'], type: 'State' },
    { name: 'in another order', values: ['DOWN', 'UP'], type: 'State' },
    { name: 'with other values', values: ['UP', 'DOWN', '*', null], type: 'State | "*" | null' },
    { name: 'but not a part of it', values: ['UP'], type: '"UP"' },
  ])('calls a choice by the name that it is given: $name', ({ values, type }) => {
    const types = new TypeText({ choices: { State: ['UP', 'DOWN'] } });
    expect(types.of({ enum: values })).toBe(type);
    expect(types.declarations).toEqual(type.startsWith('State') ? ['export type State = "UP" | "DOWN";'] : []);
  });

  it('extends a record whose name and fields another one has', () => {
    const types = new TypeText();
    const more = { ...named.properties, name: { type: 'string' } };
    types.of({ ...named, title: 'ThingDetail', description: 'More.', properties: more });
    types.of({ ...named, title: 'Other', description: 'Another.', properties: more });
    types.of(named);
    expect(types.declarations).toEqual([
      '/** Another. */\nexport interface Other {\nid: string;\nname?: string | undefined;\n}',
      expect.stringContaining('export interface Thing {\nid: string;\n}'),
      '/** More. */\nexport interface ThingDetail extends Thing {\nname?: string | undefined;\n}',
    ]);
  });

  it('declares once what all alternatives of a type have in common', () => {
    const types = new TypeText();
    const own = (title: string): Schema => ({
      title,
      type: 'object',
      required: ['id', 'type'],
      properties: { id: { type: 'string' }, type: { const: title } },
    });
    expect(types.of({ title: 'Shape', oneOf: [own('Circle'), own('Square')] })).toBe('Shape');
    expect(types.declarations).toEqual([
      'export interface Circle extends ShapeFields {\ntype: "Circle";\n}',
      'export type Shape = Circle | Square;',
      '/** What every Shape has. */\nexport interface ShapeFields {\nid: string;\n}',
      'export interface Square extends ShapeFields {\ntype: "Square";\n}',
    ]);
  });

  it('uses a declaration that it is given', () => {
    const types = new TypeText({ types: { Thing: 'export type Thing = 7;' } });
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
