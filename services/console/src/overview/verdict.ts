// Decides what the overview says first: whether all is well, and if not, what is wrong.

import type { Tone } from '@vedette/design';
import type { MonitorCounts } from '@vedette/sdk';

export interface Verdict {
  readonly kind: 'empty' | 'down' | 'degraded' | 'pending' | 'paused' | 'well';
  readonly tone: Tone;
  /** How many monitors it is about. */
  readonly count: number;
}

export function verdictOf({ total, up, down, degraded, pending }: MonitorCounts): Verdict {
  if (total === 0) return { kind: 'empty', tone: 'none', count: 0 };
  if (down > 0) return { kind: 'down', tone: 'bad', count: down };
  if (degraded > 0) return { kind: 'degraded', tone: 'slow', count: degraded };
  if (up > 0) return { kind: 'well', tone: 'good', count: up };
  if (pending > 0) return { kind: 'pending', tone: 'work', count: pending };
  return { kind: 'paused', tone: 'none', count: total };
}
