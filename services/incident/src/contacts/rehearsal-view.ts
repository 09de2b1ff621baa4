// Decides when the next rehearsal may start, and how one is shown: its state, who was not reached first, and addresses
// masked.
import type { Rehearsal, Rehearsed } from '@vedette/contract';
import { shownTime } from '../messages/alert-message.ts';

export interface StoredRehearsal {
  readonly id: string;
  readonly startedAt: Date;
  /** When the last outcome was noted; the start if there is none. */
  readonly progressAt: Date;
  readonly endedAt: Date | null;
  readonly results: readonly StoredResult[];
}

/** What readers of masks see is null if it was stored before it was kept apart. */
export interface StoredResult extends Rehearsed {
  readonly maskedName: string | null;
  readonly maskedAnswer: string | null;
}

/** Every attempt ends earlier, so without progress for this time the process that makes the attempts is gone. */
const SILENCE_MS = 60_000;
const HOUR_MS = 3_600_000;

const ORDER: readonly Rehearsed['outcome'][] = ['FAILED', 'UNCONFIRMED', 'PENDING', 'REACHED'];

const NAMELESS: Readonly<Record<Rehearsed['kind'], string>> = { CONTACT: 'A contact', ENDPOINT: 'An endpoint' };

/** `lastAt`: when the last one was started; null if there was none. */
export function nextRehearsalAt(lastAt: Date | null): Date {
  return new Date(lastAt === null ? 0 : lastAt.getTime() + HOUR_MS);
}

/** What the audit log calls it. */
export function rehearsalName(startedAt: Date): string {
  return `Rehearsal of ${shownTime(startedAt.toISOString())}`;
}

export function shownRehearsal(rehearsal: StoredRehearsal, seesMasks: boolean, now: Date): Rehearsal {
  const { id, startedAt, progressAt, endedAt, results } = rehearsal;
  return {
    id,
    state: stateOf(progressAt, endedAt, now),
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    reached: results.filter(({ outcome }) => outcome === 'REACHED').length,
    results: results
      .toSorted((one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome))
      .map((result) => shownResult(result, seesMasks)),
  };
}

function stateOf(progressAt: Date, endedAt: Date | null, now: Date): Rehearsal['state'] {
  if (endedAt !== null) return 'DONE';
  return now.getTime() - progressAt.getTime() < SILENCE_MS ? 'RUNNING' : 'INTERRUPTED';
}

function shownResult({ maskedName, maskedAnswer, ...result }: StoredResult, seesMasks: boolean): Rehearsed {
  return seesMasks ? { ...result, name: maskedName ?? NAMELESS[result.kind], answer: maskedAnswer } : result;
}
