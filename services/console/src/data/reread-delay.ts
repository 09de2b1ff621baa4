// Decides when a resource that could not be read is read again automatically.

import type { VedetteError } from '@vedette/sdk';

const AFTER_MS = 5_000;

/**
 * Undefined if the screen shows an earlier answer, or if another read would fail too. After a lost connection,
 * everything is read again anyway.
 */
export function rereadAfterMs(failed: {
  readonly code: VedetteError['code'];
  readonly hasValue: boolean;
}): number | undefined {
  const { code, hasValue } = failed;
  return !hasValue && (code === 'timeout' || code === 'internal_error') ? AFTER_MS : undefined;
}
