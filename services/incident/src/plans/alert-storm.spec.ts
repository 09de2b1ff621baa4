import { describe, expect, it } from '@jest/globals';
import { stormVerdict, type Storm, type StormVerdict } from './alert-storm.ts';

/** Seconds after an instant. */
const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 15, 10) + seconds * 1_000);

interface Case {
  readonly name: string;
  readonly toldAt?: readonly number[];
  readonly gatherUntil?: number;
  readonly dueAt?: number;
  readonly now: number;
  readonly verdict: StormVerdict;
}

const cases: readonly Case[] = [
  { name: 'the first alert', now: 0, verdict: { kind: 'at-once', toldAt: [at(0)] } },
  {
    name: 'the fifth within a minute',
    toldAt: [0, 1, 2, 3],
    now: 4,
    verdict: { kind: 'at-once', toldAt: [0, 1, 2, 3, 4].map(at) },
  },
  {
    name: 'the sixth within a minute',
    toldAt: [0, 1, 2, 3, 4],
    now: 59.999,
    verdict: { kind: 'gather', until: at(74.999), isFirst: true },
  },
  {
    name: 'the sixth, a minute after the first',
    toldAt: [0, 1, 2, 3, 4],
    now: 60,
    verdict: { kind: 'at-once', toldAt: [1, 2, 3, 4, 60].map(at) },
  },
  {
    name: 'another while alerts are gathered',
    toldAt: [0, 1, 2, 3, 4],
    gatherUntil: 20,
    now: 19.999,
    verdict: { kind: 'gather', until: at(20), isFirst: false },
  },
  {
    name: 'one that becomes due after a minute, while alerts are gathered',
    gatherUntil: 80,
    now: 70,
    verdict: { kind: 'gather', until: at(80), isFirst: false },
  },
  {
    name: 'one that was gathered, when its time has come',
    toldAt: [0, 1, 2, 3, 4],
    gatherUntil: 20,
    dueAt: 20,
    now: 20,
    verdict: { kind: 'together', gatherUntil: at(80) },
  },
  {
    name: 'one that became due while alerts were gathered and nobody was there',
    gatherUntil: 20,
    dueAt: 6,
    now: 3_600,
    verdict: { kind: 'together', gatherUntil: at(3_660) },
  },
  {
    name: 'one after a minute in which nothing was gathered',
    toldAt: [0, 1, 2, 3, 4],
    gatherUntil: 80,
    dueAt: 80.001,
    now: 80.001,
    verdict: { kind: 'at-once', toldAt: [at(80.001)] },
  },
  {
    name: 'one after everything gathered was withdrawn, within the minute of the first five',
    toldAt: [0, 1, 2, 3, 4],
    gatherUntil: 20,
    dueAt: 21,
    now: 21,
    verdict: { kind: 'gather', until: at(36), isFirst: true },
  },
];

describe('an alert', () => {
  it.each(cases)('$name', ({ toldAt = [], gatherUntil, dueAt, now, verdict }) => {
    const storm: Storm = { toldAt: toldAt.map(at), gatherUntil: gatherUntil === undefined ? null : at(gatherUntil) };
    expect(stormVerdict(storm, at(dueAt ?? now), at(now))).toEqual(verdict);
  });
});
