import { describe, expect, it } from '@jest/globals';
import {
  alertDecision,
  isCovered,
  type AlertDecision,
  type AlertState,
  type Outage,
  type Span,
} from './alert-decision.ts';

const at = (hour: number, minute = 0, second = 0): Date => new Date(Date.UTC(2026, 10, 15, hour, minute, second));
const span = (startsAt: Date, endsAt: Date): Span => ({ startsAt, endsAt });
const ongoing = (startedAt: Date): Outage => ({ startedAt, resolved: null });
const ended = (
  startedAt: Date,
  endedAt: Date,
  because: 'RECOVERED' | 'PAUSED' | 'TYPE_CHANGED' = 'RECOVERED',
): Outage => ({
  startedAt,
  resolved: { at: endedAt, because },
});

const tenToEleven = span(at(10), at(11));
const halfPastTen = at(10, 30);
const tell: AlertDecision = { kind: 'tell-opening' };
const inSilence: AlertDecision = { kind: 'keep-silent', because: 'maintenance' };

interface Row {
  readonly name: string;
  readonly outage: Outage;
  readonly before?: AlertState;
  readonly spans?: readonly Span[];
  readonly now?: Date;
  readonly decision: AlertDecision;
}

function show(rows: readonly Row[]): void {
  it.each(rows)('$name', ({ outage, before = 'HELD', spans = [], now = halfPastTen, decision }) => {
    expect(alertDecision(outage, before, spans, now)).toEqual(decision);
  });
}

describe('an outage that has just begun', () => {
  show([
    { name: 'is told', outage: ongoing(halfPastTen), decision: tell },
    { name: 'is told when we hear of it late', outage: ongoing(at(3)), decision: tell },
    { name: 'is told when its clock runs ahead of ours', outage: ongoing(at(10, 30, 5)), decision: tell },
    {
      name: 'is held until the window that it began in ends',
      outage: ongoing(halfPastTen),
      spans: [tenToEleven],
      decision: { kind: 'hold', until: at(11) },
    },
    {
      name: 'is held in the first moment of a window',
      outage: ongoing(at(10)),
      spans: [tenToEleven],
      now: at(10),
      decision: { kind: 'hold', until: at(11) },
    },
    {
      name: 'is told in the first moment after a window',
      outage: ongoing(at(11)),
      spans: [tenToEleven],
      now: at(11),
      decision: tell,
    },
    {
      name: 'is told when it began just before a window, however late we hear of it',
      outage: ongoing(at(9, 59, 59)),
      spans: [tenToEleven],
      decision: tell,
    },
    {
      name: 'is told when we hear of it after the window that it began in',
      outage: ongoing(halfPastTen),
      spans: [tenToEleven],
      now: at(12),
      decision: tell,
    },
    {
      name: 'is held until the last of overlapping windows ends',
      outage: ongoing(halfPastTen),
      spans: [span(at(10, 45), at(12)), tenToEleven],
      decision: { kind: 'hold', until: at(12) },
    },
    {
      name: 'is held through windows that touch',
      outage: ongoing(halfPastTen),
      spans: [tenToEleven, span(at(11), at(13))],
      decision: { kind: 'hold', until: at(13) },
    },
    {
      name: 'is not held longer by a window inside another',
      outage: ongoing(halfPastTen),
      spans: [tenToEleven, span(at(10, 15), at(10, 45))],
      decision: { kind: 'hold', until: at(11) },
    },
    {
      name: 'is not held by a window to come or gone by',
      outage: ongoing(halfPastTen),
      spans: [span(at(8), at(9)), span(at(11), at(12))],
      decision: tell,
    },
  ]);
});

describe('an outage that was held back', () => {
  const before = 'HELD';
  show([
    {
      name: 'is told when its window has ended',
      outage: ongoing(halfPastTen),
      before,
      spans: [tenToEleven],
      now: at(11),
      decision: tell,
    },
    {
      name: 'is held longer when its window was extended',
      outage: ongoing(halfPastTen),
      before,
      spans: [span(at(10), at(12))],
      now: at(11),
      decision: { kind: 'hold', until: at(12) },
    },
    {
      name: 'is told at once when its window is cancelled',
      outage: ongoing(halfPastTen),
      before,
      spans: [span(at(10), at(10, 40))],
      now: at(10, 40),
      decision: tell,
    },
    {
      name: 'is never told when it recovers inside the window',
      outage: ended(halfPastTen, at(10, 50)),
      before,
      spans: [tenToEleven],
      now: at(10, 50),
      decision: inSilence,
    },
    {
      name: 'is never told when it recovers as the window ends',
      outage: ended(halfPastTen, at(11)),
      before,
      spans: [tenToEleven],
      now: at(11),
      decision: inSilence,
    },
    {
      name: 'is told with its end when it recovers just after the window',
      outage: ended(halfPastTen, at(11, 0, 1)),
      before,
      spans: [tenToEleven],
      now: at(11, 0, 1),
      decision: { kind: 'tell-both' },
    },
    {
      name: 'is never told when its monitor is paused',
      outage: ended(halfPastTen, at(11, 30), 'PAUSED'),
      before,
      spans: [tenToEleven],
      now: at(11, 30),
      decision: { kind: 'keep-silent', because: 'pause' },
    },
  ]);
});

describe('an outage that contacts were told of', () => {
  const before = 'TOLD';
  const spans = [tenToEleven];
  show([
    { name: 'is not told twice', outage: ongoing(at(9)), before, spans, decision: { kind: 'nothing' } },
    { name: 'is told to be over', outage: ended(at(9), at(12)), before, spans, decision: { kind: 'tell-resolution' } },
    {
      name: 'is told to be over inside a window too',
      outage: ended(at(9), halfPastTen),
      before,
      spans,
      decision: { kind: 'tell-resolution' },
    },
    {
      name: 'is told to be over when its monitor changes its type',
      outage: ended(at(9), at(12), 'TYPE_CHANGED'),
      before,
      decision: { kind: 'tell-resolution' },
    },
    {
      name: 'is not told any more when its monitor is paused',
      outage: ended(at(9), at(12), 'PAUSED'),
      before,
      decision: { kind: 'withdraw' },
    },
  ]);
});

describe('an outage that is over when we hear of it', () => {
  show([
    { name: 'is told with its end', outage: ended(at(9), at(9, 5)), decision: { kind: 'tell-both' } },
    { name: 'is told even if it lasted no time', outage: ended(at(9), at(9)), decision: { kind: 'tell-both' } },
    {
      name: 'is not told when it came and went inside a window',
      outage: ended(at(10, 10), at(10, 20)),
      spans: [tenToEleven],
      now: at(15),
      decision: inSilence,
    },
    {
      name: 'is told when it outlasted its window',
      outage: ended(at(10, 10), at(11, 20)),
      spans: [tenToEleven],
      now: at(15),
      decision: { kind: 'tell-both' },
    },
    {
      name: 'is not told when a pause ended it',
      outage: ended(at(9), at(9, 5), 'PAUSED'),
      decision: { kind: 'keep-silent', because: 'pause' },
    },
  ]);
});

describe('an outage that contacts were spared', () => {
  show([
    { name: 'stays untold', outage: ended(at(9), at(12)), before: 'SILENT', decision: { kind: 'nothing' } },
    { name: 'stays untold while it goes on', outage: ongoing(at(9)), before: 'SILENT', decision: { kind: 'nothing' } },
  ]);
});

describe('a span', () => {
  it.each([
    { name: 'does not cover the moment before it', moment: at(9, 59, 59), covered: false },
    { name: 'covers its first moment', moment: at(10), covered: true },
    { name: 'covers what lies inside', moment: halfPastTen, covered: true },
    { name: 'does not cover its end', moment: at(11), covered: false },
  ])('$name', ({ moment, covered }) => {
    expect(isCovered(moment, [tenToEleven])).toBe(covered);
    // Another span that lies elsewhere changes nothing.
    expect(isCovered(moment, [span(at(14), at(15)), tenToEleven])).toBe(covered);
  });
});
