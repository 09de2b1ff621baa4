import { describe, expect, it } from '@jest/globals';
import type { Rehearsed } from '@vedette/contract';
import { nextRehearsalAt, rehearsalName, shownRehearsal, type StoredResult } from './rehearsal-view.ts';

const startedAt = new Date('2026-11-15T10:00:00.000Z');
const after = (ms: number): Date => new Date(startedAt.getTime() + ms);
const result = (id: string, outcome: Rehearsed['outcome']): StoredResult => ({
  kind: 'CONTACT',
  id,
  type: 'EMAIL',
  name: id,
  maskedName: id,
  outcome,
  answer: null,
  maskedAnswer: null,
  tookMs: null,
});

describe('a rehearsal', () => {
  it.each([
    { name: 'is running', progressAt: startedAt, endedAt: null, now: after(59_999), state: 'RUNNING' },
    { name: 'was interrupted', progressAt: startedAt, endedAt: null, now: after(60_000), state: 'INTERRUPTED' },
    { name: 'runs on for long', progressAt: after(600_000), endedAt: null, now: after(659_999), state: 'RUNNING' },
    {
      name: 'was interrupted late',
      progressAt: after(600_000),
      endedAt: null,
      now: after(660_000),
      state: 'INTERRUPTED',
    },
    { name: 'is done', progressAt: after(999), endedAt: after(1_000), now: after(3_600_000), state: 'DONE' },
  ])('$name', ({ progressAt, endedAt, now, state }) => {
    const shown = shownRehearsal({ id: 'rh_1', startedAt, progressAt, endedAt, results: [] }, false, now);
    expect(shown).toEqual({
      id: 'rh_1',
      state,
      startedAt: '2026-11-15T10:00:00.000Z',
      endedAt: endedAt?.toISOString() ?? null,
      reached: 0,
      results: [],
    });
  });

  it.each([
    { name: 'at once', lastAt: null, next: new Date(0) },
    { name: 'an hour after the last', lastAt: startedAt, next: after(3_600_000) },
  ])('may start $name', ({ lastAt, next }) => {
    expect(nextRehearsalAt(lastAt)).toEqual(next);
  });

  it('counts who was reached, and shows who was not first', () => {
    const results = [
      result('a', 'REACHED'),
      result('b', 'PENDING'),
      result('c', 'FAILED'),
      result('d', 'UNCONFIRMED'),
      result('e', 'REACHED'),
      result('f', 'FAILED'),
    ];
    const rehearsal = { id: 'rh_1', startedAt, progressAt: startedAt, endedAt: null, results };
    const shown = shownRehearsal(rehearsal, false, startedAt);
    expect(shown.reached).toBe(2);
    expect(shown.results.map(({ id }) => id)).toEqual(['c', 'f', 'd', 'b', 'a', 'e']);
  });

  it('has a name for people', () => {
    expect(rehearsalName(after(7_671))).toBe('Rehearsal of 2026-11-15 10:00:07 UTC');
  });

  it('shows its results to viewers without addresses and without words of receivers', () => {
    const results: StoredResult[] = [
      {
        ...result('c', 'FAILED'),
        name: 'ops@example.com',
        maskedName: '•••@example.com',
        answer: 'The mail server answered "550 no user ops"',
        maskedAnswer: 'The mail server answered 550',
      },
      { ...result('d', 'REACHED'), type: 'TELEGRAM', name: 'the chat -100123', maskedName: null, answer: 'Known' },
      { ...result('e', 'REACHED'), kind: 'ENDPOINT', type: null, name: 'hooks.example.com', maskedName: null },
    ];
    const rehearsal = { id: 'rh_1', startedAt, progressAt: startedAt, endedAt: null, results };
    const seenBy = (seesMasks: boolean) =>
      shownRehearsal(rehearsal, seesMasks, startedAt).results.map(({ name, answer }) => ({ name, answer }));
    expect(seenBy(true)).toEqual([
      { name: '•••@example.com', answer: 'The mail server answered 550' },
      { name: 'A contact', answer: null },
      { name: 'An endpoint', answer: null },
    ]);
    expect(seenBy(false)).toEqual(results.map(({ name, answer }) => ({ name, answer })));
  });

  it('shows no reader what is kept for others', () => {
    const rehearsal = {
      id: 'rh_1',
      startedAt,
      progressAt: startedAt,
      endedAt: null,
      results: [result('a', 'REACHED')],
    };
    for (const seesMasks of [true, false]) {
      const [shown] = shownRehearsal(rehearsal, seesMasks, startedAt).results;
      expect(Object.keys(shown ?? {})).toEqual(['kind', 'id', 'type', 'name', 'outcome', 'answer', 'tookMs']);
    }
  });
});
