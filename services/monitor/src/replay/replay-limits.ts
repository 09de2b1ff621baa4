// Decides what the answer of a replay says that history cannot know, in words for people.

import type { MonitorType } from '@vedette/contract';

export interface ReplayedTime {
  readonly type: MonitorType;
  /** From when on the client asked, and from when on there are checks. */
  readonly askedFrom: Date;
  readonly from: Date;
  readonly checks: number;
  readonly failures: number;
  readonly unobserved: number;
  readonly unobservedSec: number;
}

export function replayLimits(time: ReplayedTime): string[] {
  const { type, askedFrom, from, checks, failures, unobserved, unobservedSec } = time;
  return [
    'Only checks that ran are replayed: what another interval or another target would have found is not known.',
    ...(checks === 0 ? ['No check of this time is stored, so that nothing can be compared.'] : []),
    ...(from > askedFrom ? [`Nothing is stored from before ${from.toISOString()}, where the replay begins.`] : []),
    ...(failures > 0
      ? [
          `${count(failures, 'check')} failed, in the replay too: whether a longer timeout would have led to a slow success is not known.`,
        ]
      : []),
    ...(unobserved > 0 || unobservedSec > 0
      ? [
          `For ${unobservedSec} s, and in ${count(unobserved, 'check')}, nothing could be observed; that time is left out.`,
        ]
      : []),
    ...(type === 'SSL'
      ? ['Dates of certificates are not stored, so that a state that was DEGRADED because of one is not replayed.']
      : []),
    'Alerts are those of a contact that hears of DEGRADED without delay or quiet hours; maintenance windows are not taken into account.',
  ];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
