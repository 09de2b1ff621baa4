import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useCallback } from 'preact/hooks';
import { useRefreshEvery, useResource, type Resource } from '../data/resource.ts';
import type { RowWindow } from './visible-rows.ts';
import { WindowedTable } from './windowed-table.tsx';

/** Rows in a page of the server. */
export const PAGE_SIZE = 100;

interface Props<Row> {
  readonly label: string;
  readonly head: VNode;
  readonly rowCount: number;
  /** A page by its number; the same resource for the same page. */
  readonly pageAt: (page: number) => Resource<{ readonly data: readonly Row[] }>;
  /** Names the pages: others are loaded when it changes. */
  readonly name: string;
  /** How often the pages on the screen are refreshed without an event. */
  readonly everyMs: number;
  readonly cells: (row: Row) => ComponentChildren;
  readonly keyOf: (row: Row) => string;
}

/** A table of any length: it loads the pages whose rows can be seen, and keeps them fresh. */
export function PagedTable<Row>({ pageAt, name, everyMs, ...table }: Props<Row>) {
  const pages = useSignal<readonly number[]>([0]);
  const look = useCallback(({ first, end }: RowWindow) => {
    const [from, to] = [Math.floor(first / PAGE_SIZE), Math.floor(Math.max(first, end - 1) / PAGE_SIZE)];
    const next = Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
    if (next.join() !== pages.peek().join()) pages.value = next;
  }, []);
  return (
    <>
      {pages.value.map((page) => (
        <Page key={`${page} ${name}`} resource={pageAt(page)} everyMs={everyMs} />
      ))}
      <WindowedTable
        {...table}
        onWindow={look}
        rowAt={(index) => pageAt(Math.floor(index / PAGE_SIZE)).value.value?.data[index % PAGE_SIZE]}
      />
    </>
  );
}

/** Keeps a page fresh while its rows can be seen; the table draws them. */
function Page({ resource, everyMs }: { readonly resource: Resource<unknown>; readonly everyMs: number }) {
  useRefreshEvery(useResource(resource), everyMs);
  return null;
}
