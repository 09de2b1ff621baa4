import type { ComponentChildren } from 'preact';

interface Props {
  /** True where it follows from what the reader has just chosen, such as a filter. */
  readonly isStatus?: boolean;
  readonly children: ComponentChildren;
}

/** Stands where a list would: why there is nothing, and what would be. */
export function Nothing({ isStatus = false, children }: Props) {
  return (
    <p class="card no-rows" role={isStatus ? 'status' : undefined}>
      {children}
    </p>
  );
}
