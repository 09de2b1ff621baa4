import { describe, expect, it } from '@jest/globals';
import type { Gap } from '../states/observation-gap.ts';
import { statePage, type StateSpan } from './state-spans.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 1, 12, minute));
const span = (state: StateSpan['state'], from: number, to: number | null): StateSpan => ({
  state,
  startedAt: at(from),
  endedAt: to === null ? null : at(to),
});
const shown = (state: string, from: number, to: number | null) => ({
  state,
  startedAt: at(from).toISOString(),
  endedAt: to === null ? null : at(to).toISOString(),
});
const NONE: Gap = { kind: 'none' };
const recorded = [span('UP', 20, null), span('DOWN', 10, 20), span('UP', 0, 10)];

describe('a page of states', () => {
  it.each<[string, StateSpan[], Gap, number, number, ReturnType<typeof shown>[], number | null]>([
    ['of nothing', [], NONE, 60, 2, [], null],
    ['of all', recorded, NONE, 60, 3, [shown('UP', 20, null), shown('DOWN', 10, 20), shown('UP', 0, 10)], null],
    ['that goes on', recorded, NONE, 60, 2, [shown('UP', 20, null), shown('DOWN', 10, 20)], 10],
    [
      'with a gap that lasts, which ends the newest state',
      recorded,
      { kind: 'since', at: at(30) },
      60,
      2,
      [shown('UNOBSERVED', 30, null), shown('UP', 20, 30)],
      20,
    ],
    [
      'after the gap',
      recorded,
      { kind: 'since', at: at(30) },
      30,
      3,
      [shown('UP', 20, 30), shown('DOWN', 10, 20), shown('UP', 0, 10)],
      null,
    ],
    [
      'with a gap on record',
      [span('UNOBSERVED', 5, null)],
      { kind: 'open' },
      60,
      2,
      [shown('UNOBSERVED', 5, null)],
      null,
    ],
  ])('%s', (_, spans, gap, before, limit, expected, next) => {
    expect(statePage(spans, gap, at(before), limit)).toEqual({
      shown: expected,
      next: next === null ? null : at(next),
    });
  });
});
