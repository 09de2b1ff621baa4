// Decides when a resource that could not be read is read again by itself.

import type { VedetteError } from '@vedette/sdk';

const AFTER_MS = 5_000;

/**
 * Undefined if the screen shows what was known before, if another read would fail too, or if the connection is lost: when
 * it is back, everything is read again.
 */
export function rereadAfterMs(failed: {
  readonly code: VedetteError['code'];
  readonly hasValue: boolean;
}): number | undefined {
  const { code, hasValue } = failed;
  return !hasValue && (code === 'timeout' || code === 'internal_error') ? AFTER_MS : undefined;
}
