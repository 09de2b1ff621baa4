import type { ComponentChildren } from 'preact';

interface Props {
  /** True where it follows from what the reader has just chosen, such as a filter. */
  readonly isStatus?: boolean;
  readonly children: ComponentChildren;
}

/** Stands in place of an empty list: says why it is empty, and what it would show. */
export function Nothing({ isStatus = false, children }: Props) {
  return (
    <p class="card no-rows" role={isStatus ? 'status' : undefined}>
      {children}
    </p>
  );
}
