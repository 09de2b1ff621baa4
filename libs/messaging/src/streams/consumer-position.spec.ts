import { describe, expect, it } from '@jest/globals';
import { judgePosition, type Position, type PositionVerdict, type StoredMessage } from './consumer-position.ts';

const MINUTE_MS = 60_000;
const start = Date.parse('2026-11-15T12:00:00.000Z');
/** `minute` may be fractional. */
const at = (minute: number): Date => new Date(start + minute * MINUTE_MS);
const stored = (sequence: number, minute: number): StoredMessage => ({ sequence, storedAt: at(minute) });

interface Case {
  readonly name: string;
  readonly stream: Partial<Position['stream']>;
  readonly consumer: Partial<Position['consumer']>;
  readonly seen?: StoredMessage;
  readonly held?: StoredMessage;
  readonly oldestUnsettled?: StoredMessage;
  readonly verdict: PositionVerdict;
}

const keep: PositionVerdict = { kind: 'keep' };

function judge({ stream, consumer, seen, held, oldestUnsettled }: Case): PositionVerdict {
  return judgePosition({
    stream: { retention: 'limits', firstSequence: 1, lastSequence: 100, ...stream },
    consumer: { createdAt: at(0), delivered: 100, ackFloor: 100, ...consumer },
    mark: seen && { seen, held },
    oldestUnsettled,
  });
}

describe('a consumer of facts', () => {
  const seen = stored(100, 30);
  const cases: Case[] = [
    { name: 'fits at the end of the stream', stream: {}, consumer: {}, verdict: keep },
    { name: 'fits a stream that has more', stream: { lastSequence: 101 }, consumer: {}, verdict: keep },
    {
      name: 'fits an empty stream',
      stream: { firstSequence: 1, lastSequence: 0 },
      consumer: { delivered: 0, ackFloor: 0 },
      verdict: keep,
    },
    {
      name: 'fits a stream whose messages grew too old',
      stream: { firstSequence: 101 },
      consumer: {},
      seen,
      verdict: keep,
    },
    { name: 'fits when its newest message is there', stream: {}, consumer: {}, seen, held: seen, verdict: keep },
    {
      name: 'fits when the time of it differs by a rounding',
      stream: {},
      consumer: {},
      seen,
      held: { sequence: 100, storedAt: new Date(seen.storedAt.getTime() + 1) },
      verdict: keep,
    },
    {
      name: 'is ahead by one, and nothing is known',
      stream: { lastSequence: 99 },
      consumer: {},
      verdict: { kind: 'remake', reason: 'ahead-of-the-stream', startAt: undefined },
    },
    {
      name: 'is ahead by what it has acknowledged',
      stream: { lastSequence: 99 },
      consumer: { delivered: 0 },
      verdict: { kind: 'remake', reason: 'ahead-of-the-stream', startAt: undefined },
    },
    {
      name: 'is ahead, and starts before what was seen last',
      stream: { lastSequence: 90 },
      consumer: {},
      seen,
      verdict: { kind: 'remake', reason: 'ahead-of-the-stream', startAt: at(20) },
    },
    {
      name: 'is ahead, and starts with what is not settled',
      stream: { lastSequence: 90 },
      consumer: { ackFloor: 40 },
      seen,
      oldestUnsettled: stored(41, 12),
      verdict: { kind: 'remake', reason: 'ahead-of-the-stream', startAt: at(12) },
    },
    {
      name: 'is ahead of an empty stream',
      stream: { firstSequence: 1, lastSequence: 0 },
      consumer: {},
      seen,
      verdict: { kind: 'remake', reason: 'ahead-of-the-stream', startAt: at(20) },
    },
    {
      name: 'has another message where its newest was',
      stream: { lastSequence: 140 },
      consumer: {},
      seen,
      held: stored(100, 31),
      verdict: { kind: 'remake', reason: 'stream-rewritten', startAt: at(20) },
    },
    {
      name: 'has no message where its newest was',
      stream: { lastSequence: 140 },
      consumer: {},
      seen,
      verdict: { kind: 'remake', reason: 'stream-rewritten', startAt: at(20) },
    },
    {
      name: 'fits when the mark is older than itself',
      stream: { lastSequence: 140 },
      consumer: { createdAt: at(31), delivered: 5, ackFloor: 5 },
      seen,
      held: stored(100, 30.5),
      verdict: keep,
    },
  ];
  it.each(cases)('$name', (each) => {
    expect(judge(each)).toEqual(each.verdict);
  });
});

describe('a consumer of work', () => {
  const queue = { retention: 'workqueue' } as const;
  const everything = (reason: 'ahead-of-the-stream' | 'work-left-behind'): PositionVerdict => ({
    kind: 'remake',
    reason,
    startAt: undefined,
  });
  const cases: Case[] = [
    { name: 'fits when all work is done', stream: { ...queue, firstSequence: 101 }, consumer: {}, verdict: keep },
    {
      name: 'fits when work waits',
      stream: { ...queue, firstSequence: 101, lastSequence: 105 },
      consumer: {},
      oldestUnsettled: stored(101, 1),
      verdict: keep,
    },
    {
      name: 'fits when work is under way',
      stream: { ...queue, firstSequence: 96 },
      consumer: { ackFloor: 95 },
      oldestUnsettled: stored(96, 1),
      verdict: keep,
    },
    {
      name: 'fits when only others have work in front',
      stream: { ...queue, firstSequence: 20, lastSequence: 105 },
      consumer: {},
      oldestUnsettled: stored(103, 1),
      verdict: keep,
    },
    {
      name: 'is ahead of its queue',
      stream: { ...queue, firstSequence: 91, lastSequence: 90 },
      consumer: {},
      verdict: everything('ahead-of-the-stream'),
    },
    {
      name: 'has passed work that is in the queue',
      stream: { ...queue, firstSequence: 95, lastSequence: 130 },
      consumer: {},
      oldestUnsettled: stored(95, 1),
      verdict: everything('work-left-behind'),
    },
    {
      name: 'has passed the last of it',
      stream: { ...queue, firstSequence: 100, lastSequence: 100 },
      consumer: {},
      oldestUnsettled: stored(100, 1),
      verdict: everything('work-left-behind'),
    },
  ];
  it.each(cases)('$name', (each) => {
    expect(judge(each)).toEqual(each.verdict);
  });
});
