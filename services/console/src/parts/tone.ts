// Decides how the state of a monitor looks.

import type { Monitor } from '@vedette/sdk';
import type { Tone } from '@vedette/design';

export type MonitorState = Monitor['state'];

export const STATE_TONES: Readonly<Record<MonitorState, Tone>> = {
  DOWN: 'bad',
  DEGRADED: 'slow',
  UP: 'good',
  PENDING: 'work',
  PAUSED: 'none',
};
