import { describe, expect, it } from '@jest/globals';
import { Components } from './components.ts';

describe('Components', () => {
  it('turns every part with a title into a reference, at all depths', () => {
    const components = new Components();
    const leaf = { title: 'Leaf', type: 'string' };
    expect(components.schema({ type: 'object', properties: { a: leaf, b: { type: 'array', items: leaf } } })).toEqual({
      type: 'object',
      properties: {
        a: { $ref: '#/components/schemas/Leaf' },
        b: { type: 'array', items: { $ref: '#/components/schemas/Leaf' } },
      },
    });
    expect(components.toJSON()).toEqual({ schemas: { Leaf: leaf } });
  });

  it('keeps the default of a place beside the reference', () => {
    const components = new Components();
    expect(components.schema({ title: 'Leaf', type: ['string', 'null'], default: null })).toEqual({
      $ref: '#/components/schemas/Leaf',
      default: null,
    });
  });

  it('says in words what a text must look like', () => {
    const colour = { type: 'string', pattern: '^#', 'x-rule': 'colour' } as const;
    expect(new Components().schema({ type: 'object', properties: { colour } })).toEqual({
      type: 'object',
      properties: { colour: { type: 'string', pattern: '^#', 'x-rule': 'must be a colour in the form #rrggbb' } },
    });
  });

  it('refuses one name for two things', () => {
    const components = new Components();
    components.schema({ title: 'Leaf', type: 'string' });
    expect(() => components.schema({ title: 'Leaf', type: 'integer' })).toThrow('schemas/Leaf means two things');
  });
});
