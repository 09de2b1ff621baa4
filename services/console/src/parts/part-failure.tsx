import type { Resource } from '../data/resource.ts';
import { FailureNotice } from './failure-notice.tsx';

/** Why a part of a screen could not be read. Nothing if the resource itself is gone: the screen says that. */
export function PartFailure({ from }: { readonly from: Resource<unknown> }) {
  const failure = from.failure.value;
  if (failure === undefined || failure.code === 'not_found') return null;
  return <FailureNotice failure={failure} onRetry={() => from.refresh()} />;
}
