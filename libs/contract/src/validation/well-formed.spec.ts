import { describe, expect, it } from '@jest/globals';
import { wellFormedPart } from './well-formed.ts';

const body = { name: 'a', list: [{ id: 1, x: 2 }, { id: 3 }], map: { a: { b: { c: 1 } } } };

describe('wellFormedPart', () => {
  it.each([
    { name: 'no faults', paths: [], part: body },
    { name: 'a field', paths: [['name']], part: { list: body.list, map: body.map } },
    { name: 'a field that is missing', paths: [['other']], part: body },
    { name: 'a field of an item', paths: [['list', '0', 'x']], part: { ...body, list: [{ id: 1 }, { id: 3 }] } },
    { name: 'an item', paths: [['list', '0']], part: { ...body, list: [undefined, { id: 3 }] } },
    { name: 'what lies deeper than any field', paths: [['map', 'a', 'b', 'c']], part: { ...body, map: { a: {} } } },
    { name: 'a list and an item of it', paths: [['list'], ['list', '0']], part: { name: 'a', map: body.map } },
    { name: 'an item and its list', paths: [['list', '0'], ['list']], part: { name: 'a', map: body.map } },
    { name: 'a path through a scalar', paths: [['name', 'x']], part: body },
  ])('leaves out $name', ({ paths, part }) => {
    const before = structuredClone(body);
    expect(
      wellFormedPart(
        body,
        paths.map((path) => ({ path })),
      ),
    ).toEqual(part);
    expect(body).toEqual(before);
  });

  it('keeps __proto__ a plain field', () => {
    const hostile: Record<string, unknown> = JSON.parse('{"__proto__":{"a":1},"b":2}');
    const part = wellFormedPart(hostile, [{ path: ['b'] }]);
    expect(Object.keys(part)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(part)).toBe(Object.prototype);
  });
});
