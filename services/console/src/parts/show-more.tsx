import type { Signal } from '@preact/signals';
import { PAGE_SIZE, type Listed } from '../data/pages.ts';
import { words } from '../words/words.ts';

interface Props {
  readonly listed: Listed<unknown>;
  /** How many are asked for. */
  readonly count: Signal<number>;
}

export function ShowMore({ listed: { items, total }, count }: Props) {
  if (items.length >= total) return null;
  return (
    <p class="after-table">
      <button class="button" type="button" onClick={() => (count.value += PAGE_SIZE)}>
        {words().common.more}
      </button>
    </p>
  );
}
