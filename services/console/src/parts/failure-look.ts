// Decides how a failure looks: what is merely gone or out of reach is not wrong.

import type { Tone } from '@vedette/design';
import type { VedetteError } from '@vedette/sdk';

/** What is `offline` steps back for the banner of the shell, which says the same of all reads. */
export type FailureLook = Extract<Tone, 'slow' | 'none' | 'bad'> | 'slow offline';

export function failureLook(code: VedetteError['code'], isWrite: boolean): FailureLook {
  switch (code) {
    case 'connection_error':
    case 'timeout':
      return isWrite ? 'slow' : 'slow offline';
    case 'not_found':
      return 'none';
    default:
      return 'bad';
  }
}
