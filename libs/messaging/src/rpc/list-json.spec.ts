import { describe, expect, it } from '@jest/globals';
import { listJson } from './list-json.ts';
import type { Pieces } from '../link/parts.ts';

async function textOf(items: readonly (string | Pieces)[]): Promise<string> {
  async function* given() {
    yield* items;
  }
  let text = '';
  for await (const piece of listJson(given(), { limit: 25, offset: 0, total: items.length })) text += String(piece);
  return text;
}

describe('a list as JSON text', () => {
  const rows = [
    { name: 'nothing', items: [], data: [] },
    { name: 'one item', items: ['{"a":1}'], data: [{ a: 1 }] },
    { name: 'items', items: ['1', '2', '3'], data: [1, 2, 3] },
    { name: 'items in pieces', items: [['{"a":', '1}'], '2', ['[', ']']], data: [{ a: 1 }, 2, []] },
  ];
  it.each(rows)('$name', async ({ items, data }) => {
    expect(JSON.parse(await textOf(items))).toEqual({
      data,
      pagination: { limit: 25, offset: 0, total: items.length },
    });
  });
});
