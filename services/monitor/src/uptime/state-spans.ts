// Decides which states a page shows: newest first, with a gap that is not on record yet because it has not ended.

import type { MonitorStateSpan } from '@vedette/contract';
import type { Gap } from '../states/observation-gap.ts';
import type { RecordedState } from '../states/state-record.ts';

export interface StateSpan {
  readonly state: RecordedState['state'];
  readonly startedAt: Date;
  /** Null: no later state is on record. */
  readonly endedAt: Date | null;
}

export interface StatePage {
  readonly shown: readonly MonitorStateSpan[];
  /** Earlier states follow, before this time; null if there are none. */
  readonly next: Date | null;
}

/** `recorded` holds one state more than the page, if there is one, all of which began before `before`. */
export function statePage(recorded: readonly StateSpan[], gap: Gap, before: Date, limit: number): StatePage {
  const openedAt = gap.kind === 'since' ? gap.at : null;
  const ended = recorded.map((span) => ({ ...span, endedAt: span.endedAt ?? openedAt }));
  const all: StateSpan[] =
    openedAt !== null && openedAt < before
      ? [{ state: 'UNOBSERVED', startedAt: openedAt, endedAt: null }, ...ended]
      : ended;
  const shown = all.slice(0, limit);
  return {
    shown: shown.map(({ state, startedAt, endedAt }) => ({
      state,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
    next: all.length > limit ? (shown.at(-1)?.startedAt ?? null) : null,
  };
}
