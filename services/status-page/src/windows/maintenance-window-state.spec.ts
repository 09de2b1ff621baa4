import { describe, expect, it } from '@jest/globals';
import type { Schedule, Span } from './recurrence.ts';
import { dueSteps, initialStage, plannedOccurrences, reschedule, type Stage } from './maintenance-window-state.ts';

const day = (date: number): Span => ({
  startsAt: new Date(Date.UTC(2026, 4, date, 10)),
  endsAt: new Date(Date.UTC(2026, 4, date, 11)),
});
const at = (date: number, hour: number, minute = 0): Date => new Date(Date.UTC(2026, 4, date, hour, minute));

const once: Schedule = { ...day(1), recurrence: null };
const daily: Schedule = {
  ...day(1),
  recurrence: { frequency: 'DAILY', interval: 1, weekdays: [], until: at(3, 12), timezone: 'UTC' },
};
const completed: Stage = { state: 'COMPLETED', occurrence: null };
const scheduled = (occurrence: Span): Stage => ({ state: 'SCHEDULED', occurrence });
const active = (occurrence: Span): Stage => ({ state: 'ACTIVE', occurrence });

describe('a new window', () => {
  it.each([
    { name: 'waits for its start', schedule: once, now: at(1, 9), is: scheduled(day(1)) },
    { name: 'waits to be started when its time has come', schedule: once, now: at(1, 10, 30), is: scheduled(day(1)) },
    { name: 'is completed when it is over', schedule: once, now: at(1, 11), is: completed },
    { name: 'skips occurrences that are over', schedule: daily, now: at(2, 11), is: scheduled(day(3)) },
  ])('$name', ({ schedule, now, is }) => {
    expect(initialStage(schedule, now)).toEqual(is);
  });
});

describe('steps that are due', () => {
  const rows: { name: string; schedule: Schedule; from: Stage; now: Date; steps: string[]; to: Stage }[] = [
    {
      name: 'none before the start',
      schedule: once,
      from: scheduled(day(1)),
      now: at(1, 9, 59),
      steps: [],
      to: scheduled(day(1)),
    },
    {
      name: 'the start, at its instant',
      schedule: once,
      from: scheduled(day(1)),
      now: at(1, 10),
      steps: ['STARTED 1'],
      to: active(day(1)),
    },
    {
      name: 'none while it runs',
      schedule: once,
      from: active(day(1)),
      now: at(1, 10, 59),
      steps: [],
      to: active(day(1)),
    },
    {
      name: 'the end, at its instant',
      schedule: once,
      from: active(day(1)),
      now: at(1, 11),
      steps: ['ENDED 1'],
      to: completed,
    },
    { name: 'none when it is completed', schedule: once, from: completed, now: at(9, 0), steps: [], to: completed },
    {
      name: 'a recurring one waits for the next',
      schedule: daily,
      from: active(day(1)),
      now: at(1, 11),
      steps: ['ENDED 1'],
      to: scheduled(day(2)),
    },
    {
      name: 'the last one completes',
      schedule: daily,
      from: active(day(3)),
      now: at(3, 11),
      steps: ['ENDED 3'],
      to: completed,
    },
    {
      name: 'each start and end that was slept through, in order',
      schedule: daily,
      from: active(day(1)),
      now: at(3, 10, 30),
      steps: ['ENDED 1', 'STARTED 2', 'ENDED 2', 'STARTED 3'],
      to: active(day(3)),
    },
  ];
  it.each(rows)('$name', ({ schedule, from, now, steps, to }) => {
    const due = dueSteps(schedule, from, now);
    expect(due.map(({ transition: t }) => `${t.kind} ${String(t.occurrence.startsAt.getUTCDate())}`)).toEqual(steps);
    expect(due.at(-1)?.stage ?? from).toEqual(to);
  });
});

describe('new times', () => {
  const later: Schedule = { startsAt: at(5, 10), endsAt: at(5, 11), recurrence: null };
  const longer: Schedule = { startsAt: at(1, 10), endsAt: at(1, 14), recurrence: null };
  const over: Schedule = { startsAt: at(1, 10), endsAt: at(1, 10, 15), recurrence: null };
  const now = at(1, 10, 30);
  const fromNow: Schedule = { startsAt: now, endsAt: at(1, 14), recurrence: null };
  it.each([
    {
      name: 'of a scheduled one: it waits for them',
      stage: scheduled(day(2)),
      schedule: later,
      is: scheduled(later),
      ends: null,
    },
    {
      name: 'of a running one that still covers now: it goes on',
      stage: active(day(1)),
      schedule: longer,
      is: active(longer),
      ends: null,
    },
    {
      name: 'of a running one that begin at this moment: it goes on',
      stage: active(day(1)),
      schedule: fromNow,
      is: active(fromNow),
      ends: null,
    },
    {
      name: 'of a running one that is put off: it ends and waits',
      stage: active(day(1)),
      schedule: later,
      is: scheduled(later),
      ends: day(1),
    },
    {
      name: 'of a running one that is cut short: it ends',
      stage: active(day(1)),
      schedule: over,
      is: completed,
      ends: day(1),
    },
    {
      name: 'of a scheduled one that lie in the past: none is left',
      stage: scheduled(day(2)),
      schedule: over,
      is: completed,
      ends: null,
    },
  ])('$name', ({ stage, schedule, is, ends }) => {
    const result = reschedule(stage, schedule, now);
    expect(result.stage.state).toBe(is.state);
    expect(result.stage.occurrence).toEqual(
      is.occurrence && { startsAt: is.occurrence.startsAt, endsAt: is.occurrence.endsAt },
    );
    expect(result.interrupted).toEqual(ends);
  });
});

describe('planned occurrences', () => {
  it.each([
    { name: 'the current and the next one', schedule: daily, stage: active(day(1)), are: [day(1), day(2)] },
    { name: 'only the last one', schedule: daily, stage: scheduled(day(3)), are: [day(3)] },
    { name: 'only the single one', schedule: once, stage: scheduled(day(1)), are: [day(1)] },
    { name: 'none when it is completed', schedule: once, stage: completed, are: [] },
  ])('$name', ({ schedule, stage, are }) => {
    expect(plannedOccurrences(schedule, stage)).toEqual(are);
  });
});
