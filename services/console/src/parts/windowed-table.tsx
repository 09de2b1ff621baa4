import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { visibleRows, type RowWindow } from './visible-rows.ts';

/** As table.css gives them. */
const ROW_HEIGHT = 44;
const PHONE_ROW_HEIGHT = 64;
const PHONE = matchMedia('(max-width: 760px)');

interface Props<Row> {
  readonly label: string;
  readonly head: VNode;
  readonly rowCount: number;
  /** Undefined while the row is being loaded. */
  readonly rowAt: (index: number) => Row | undefined;
  /** The cells of a row. */
  readonly cells: (row: Row) => ComponentChildren;
  readonly keyOf: (row: Row) => string;
  readonly onWindow?: (rows: RowWindow) => void;
}

/** A table whose length costs nothing: it draws the rows that can be seen. */
export function WindowedTable<Row>({ label, head, rowCount, rowAt, cells, keyOf, onWindow }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const shown = useSignal<RowWindow>({ first: 0, end: 0 });
  const rowHeight = PHONE.matches ? PHONE_ROW_HEIGHT : ROW_HEIGHT;

  useLayoutEffect(() => {
    const look = (): void => {
      if (body.current === null) return;
      const { top } = body.current.getBoundingClientRect();
      const next = visibleRows({ top, height: globalThis.innerHeight }, rowHeight, rowCount);
      const { first, end } = shown.peek();
      if (first !== next.first || end !== next.end) shown.value = next;
      onWindow?.(next);
    };
    look();
    document.addEventListener('scroll', look, { passive: true });
    globalThis.addEventListener('resize', look);
    return () => {
      document.removeEventListener('scroll', look);
      globalThis.removeEventListener('resize', look);
    };
  }, [rowCount, rowHeight, onWindow]);

  const { first } = shown.value;
  // The table may have become shorter since the rows were counted.
  const end = Math.min(shown.value.end, rowCount);
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  return (
    <table class="windowed" aria-label={label} aria-rowcount={rowCount + 1}>
      <thead>{head}</thead>
      <tbody ref={body}>
        <Gap height={first * rowHeight} />
        {rows.map((index) => {
          const row = rowAt(index);
          return (
            <tr key={row === undefined ? index : keyOf(row)} aria-rowindex={index + 2}>
              {row === undefined ? <td class="waiting" /> : cells(row)}
            </tr>
          );
        })}
        <Gap height={(rowCount - end) * rowHeight} />
      </tbody>
    </table>
  );
}

/**
 * Takes the place of the rows that are not drawn. Its cell spans no columns, because a table keeps room for spanned
 * columns that a narrow screen hides.
 */
function Gap({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr class="gap" aria-hidden="true">
      <td style={{ height: `${height}px` }} />
    </tr>
  );
}
