import { describe, expect, it } from '@jest/globals';
import type { QueryValues } from './request-target.ts';
import { listOf } from './list.ts';

interface Item {
  id: string;
}

const response = new Response();

/** A list on a server; `asked` holds the queries. */
function server(ids: readonly string[]) {
  const items = ids.map((id) => ({ id }));
  const asked: QueryValues[] = [];
  const fetchPage = (query: QueryValues) => {
    asked.push(query);
    const { limit = 25, offset = 0 } = query as { limit?: number; offset?: number };
    const data = items.slice(offset, offset + limit);
    return Promise.resolve({ data: { data, pagination: { limit, offset, total: items.length } }, response });
  };
  const list = (query: QueryValues = {}) => listOf(fetchPage, query, { by: 'offset', maxLimit: 100 });
  return { items, asked, list };
}

const named = (count: number): string[] => Array.from({ length: count }, (_, index) => `item ${String(index)}`);

async function idsOf(items: AsyncIterable<unknown>, onItem: (id: string) => void = () => undefined): Promise<string[]> {
  const ids: string[] = [];
  for await (const item of items) {
    ids.push((item as Item).id);
    onItem((item as Item).id);
  }
  return ids;
}

describe('a list', () => {
  it('asks for nothing until it is used, and for a page once', async () => {
    const { asked, list } = server(named(3));
    const page = list({ limit: 2 });
    expect(asked).toEqual([]);
    expect((await page).data).toHaveLength(2);
    expect((await page.withResponse()).response).toBe(response);
    expect(asked).toEqual([{ limit: 2 }]);
  });

  it('rejects like a promise', async () => {
    const failed = () => Promise.reject(new Error('no'));
    const list = listOf(failed, {}, { by: 'offset', maxLimit: 100 });
    await expect(list).rejects.toThrow('no');
    expect(await list.catch(() => 'caught')).toBe('caught');
    let isSettled = false;
    await expect(list.finally(() => (isSettled = true))).rejects.toThrow('no');
    expect(isSettled).toBe(true);
    await expect(idsOf(list)).rejects.toThrow('no');
  });

  it.each([
    { count: 0, query: {}, offsets: [0] },
    { count: 1, query: {}, offsets: [0] },
    { count: 100, query: {}, offsets: [0] },
    { count: 101, query: {}, offsets: [0, 100] },
    { count: 250, query: {}, offsets: [0, 100, 200] },
    { count: 5, query: { limit: 2 }, offsets: [0, 2, 4] },
    { count: 5, query: { limit: 2, offset: 3 }, offsets: [3] },
    { count: 5, query: { offset: 9 }, offsets: [9] },
  ])('gives all $count items of all pages: $query', async ({ count, query, offsets }) => {
    const { asked, list } = server(named(count));
    expect(await idsOf(list(query))).toEqual(named(count).slice(query.offset ?? 0));
    expect(asked.map(({ offset }) => offset)).toEqual(offsets);
  });

  it('asks for no more pages than are read', async () => {
    const { asked, list } = server(named(250));
    for await (const item of list()) if ((item as Item).id === 'item 3') break;
    expect(asked).toHaveLength(1);
  });

  it('gives an item once that new ones push to the next page', async () => {
    const { items, list } = server(named(6));
    const ids = await idsOf(list({ limit: 2 }), (id) => {
      if (id === 'item 1') items.unshift({ id: 'new' });
    });
    expect(ids).toEqual(named(6));
  });

  it('misses no item when each is deleted as it is read', async () => {
    const { items, list } = server(named(250));
    const ids = await idsOf(list(), (id) => {
      items.splice(
        items.findIndex((each) => each.id === id),
        1,
      );
    });
    expect(ids.toSorted()).toEqual(named(250).toSorted());
    expect(items).toEqual([]);
  });

  it('follows cursors to the end', async () => {
    const pages: Record<string, { data: Item[]; nextCursor: string | null }> = {
      '': { data: [{ id: 'a' }, { id: 'b' }], nextCursor: 'x' },
      x: { data: [], nextCursor: 'y' },
      y: { data: [{ id: 'c' }], nextCursor: null },
    };
    const asked: QueryValues[] = [];
    const fetchPage = (query: QueryValues) => {
      asked.push(query);
      return Promise.resolve({ data: pages[(query['cursor'] as string | undefined) ?? ''] ?? { data: [] }, response });
    };
    const list = listOf(fetchPage, { types: 'monitor.up' }, { by: 'cursor', maxLimit: 50 });
    expect(await idsOf(list)).toEqual(['a', 'b', 'c']);
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, 'x', 'y']);
    expect(asked[2]).toEqual({ types: 'monitor.up', limit: 50, cursor: 'y' });
  });
});
