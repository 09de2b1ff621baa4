import type { Answer, List } from './call.ts';
import type { OperationRow } from './operation-row.ts';
import type { QueryValues } from './request-target.ts';

interface Page {
  readonly data: readonly unknown[];
}

interface OffsetPage extends Page {
  readonly pagination: { readonly limit: number; readonly total: number };
}

interface CursorPage extends Page {
  readonly nextCursor: string | null;
}

type FetchPage = (query: QueryValues) => Promise<Answer<Page>>;

/** Asks when it is used, so that `for await` can ask for pages as large as they may be. */
export function listOf(
  fetchPage: FetchPage,
  query: QueryValues,
  paging: NonNullable<OperationRow['paging']>,
): List<Page, unknown> {
  let asked: Promise<Answer<Page>> | undefined;
  const withResponse = (): Promise<Answer<Page>> => (asked ??= fetchPage(query));
  const page = async (): Promise<Page> => (await withResponse()).data;
  return {
    withResponse,
    // oxlint-disable-next-line unicorn/no-thenable -- `await` of a list gives its first page.
    then: (onFulfilled, onRejected) => page().then(onFulfilled, onRejected),
    catch: (onRejected) => page().catch(onRejected),
    finally: (onSettled) => page().finally(onSettled),
    [Symbol.asyncIterator]: () => {
      const wanted = { ...query, limit: query['limit'] ?? paging.maxLimit };
      return paging.by === 'offset' ? byOffset(fetchPage, wanted) : byCursor(fetchPage, wanted);
    },
  };
}

/**
 * Items that come or go while the pages are read move the others. An item that moves to a later page is given once. If
 * the list got shorter, items may have moved to pages that were read already: the walk steps back by as many.
 */
async function* byOffset(fetchPage: FetchPage, query: QueryValues): AsyncGenerator {
  const start = Number(query['offset'] ?? 0);
  const given = new Set<unknown>();
  let offset = start;
  let total = 0;
  do {
    const page = (await fetchPage({ ...query, offset })).data as OffsetPage;
    const gone = total - page.pagination.total;
    total = page.pagination.total;
    if (gone > 0 && offset > start) {
      offset = Math.max(start, offset - gone);
      continue;
    }
    for (const item of page.data) {
      const { id = item } = item as { id?: unknown };
      if (!given.has(id)) yield item;
      given.add(id);
    }
    offset += page.pagination.limit;
  } while (offset < total);
}

async function* byCursor(fetchPage: FetchPage, query: QueryValues): AsyncGenerator {
  let cursor = query['cursor'];
  do {
    const page = (await fetchPage({ ...query, cursor })).data as CursorPage;
    yield* page.data;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
