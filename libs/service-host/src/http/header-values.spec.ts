import { describe, expect, it } from '@jest/globals';
import { headerValues } from './header-values.ts';

describe('the values of a header', () => {
  const raw = ['Host', 'a', 'X-API-Key', 'k', 'x-api-key', '', 'X-Other', 'x-api-key'];
  it.each([
    { name: 'x-api-key', values: ['k', ''] },
    { name: 'host', values: ['a'] },
    { name: 'x-other', values: ['x-api-key'] },
    { name: 'k', values: [] },
  ])('$name: $values', ({ name, values }) => {
    expect(headerValues(raw, name)).toEqual(values);
  });
});
