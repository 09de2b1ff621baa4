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

  it('refuses one name for two things', () => {
    const components = new Components();
    components.schema({ title: 'Leaf', type: 'string' });
    expect(() => components.schema({ title: 'Leaf', type: 'integer' })).toThrow('schemas/Leaf means two things');
  });
});
