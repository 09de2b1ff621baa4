import type { ComponentChildren } from 'preact';
import type { Resource } from '../data/resource.ts';
import { FailureNotice } from './failure-notice.tsx';

interface Props<T> {
  readonly from: Resource<T>;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows what is known, with a word about a failed refresh above it. */
export function Loaded<T>({ from, children }: Props<T>) {
  const value = from.value.value;
  const failure = from.failure.value;
  return (
    <>
      {failure !== undefined && <FailureNotice failure={failure} onRetry={() => from.refresh()} />}
      {value !== undefined && children(value)}
    </>
  );
}
