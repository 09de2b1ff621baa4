import { describe, expect, it } from '@jest/globals';
import { contract } from '../operations/operations.ts';
import { MAX_REQUEST_HEADER_BYTES } from '../resources/request-headers.ts';
import type { JsonSchema } from '../schema.ts';
import { excerpt, MOST_VALUES } from './excerpt.ts';

const schema: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    list: { type: 'array', maxItems: 2, items: { type: 'object', properties: { id: { type: 'string' } } } },
    map: { type: ['object', 'null'], additionalProperties: { type: 'string' } },
  },
};

/** As many names as 32 KiB have room for: every one of a character, then of two, then of three. */
function mostHeaders(): number {
  const characters = 77;
  const names = [characters, characters ** 2, Infinity];
  let bytes = MAX_REQUEST_HEADER_BYTES;
  return names.reduce((count, available, index) => {
    const fitting = Math.min(available, Math.floor(bytes / (index + 1)));
    bytes -= fitting * (index + 1);
    return count + fitting;
  }, 0);
}

/** How many values a body can have that the schema takes. Maps of any size are request headers. */
function mostValuesOf({ properties, items, maxItems = Infinity, ...rest }: JsonSchema): number {
  if (properties !== undefined) {
    return Object.values(properties).reduce((sum, field) => sum + mostValuesOf(field), 1);
  }
  if (items !== undefined) return 1 + maxItems * mostValuesOf(items);
  return rest.additionalProperties === undefined ? 1 : 1 + mostHeaders();
}

describe('mostValues', () => {
  it.each(contract.operations.filter(({ body }) => body !== undefined))('is more than $id takes', ({ body }) => {
    expect(mostValuesOf(body ?? {})).toBeLessThan(MOST_VALUES);
  });
});

describe('excerpt', () => {
  it('keeps one item more than a list may have', () => {
    const list = [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }];
    expect(excerpt({ list }, schema, 9)).toEqual({ list: list.slice(0, 3) });
  });

  it('keeps so many unknown fields and every known one', () => {
    const body = { a: 1, list: [{ b: 2, id: 'x', c: 3 }], d: 4, name: 'n' };
    expect(excerpt(body, schema, 2)).toEqual({ a: 1, list: [{ b: 2, id: 'x' }], name: 'n' });
  });

  it('keeps only the type of what lies where the schema has nothing to say', () => {
    const deep = { x: [[[1]]] };
    expect(excerpt({ name: deep, a: [deep], map: { k: deep, v: 's' }, list: deep }, schema, 9)).toEqual({
      name: {},
      a: [],
      map: { k: {}, v: 's' },
      list: {},
    });
  });
});
