// Decides how the state of a monitor looks.

import type { Monitor } from '@vedette/sdk';
import type { Tone } from '@vedette/design';

export type MonitorState = Monitor['state'];

export const stateTones: Readonly<Record<MonitorState, Tone>> = {
  DOWN: 'bad',
  DEGRADED: 'slow',
  UP: 'good',
  PENDING: 'work',
  PAUSED: 'none',
};

/** What needs somebody comes first. */
const ORDER: readonly MonitorState[] = ['DOWN', 'DEGRADED', 'PENDING', 'UP', 'PAUSED'];

export function worstFirst(one: MonitorState, other: MonitorState): number {
  return ORDER.indexOf(one) - ORDER.indexOf(other);
}
