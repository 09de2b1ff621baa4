import { describe, expect, it } from '@jest/globals';
import { COMMENT, entryFrame, farewellFrame, placeFrame, resetFrame } from './frames.ts';

/** Reads a stream as the HTML standard says: the events, and the last event id and retry time that a browser keeps. */
function read(text: string): { events: { type: string; data: string }[]; id: string; retryMs: number | undefined } {
  const events: { type: string; data: string }[] = [];
  let id = '';
  let retryMs: number | undefined;
  for (const block of text.split('\n\n').filter((each) => each !== '')) {
    const fields = block
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
    const valueOf = (name: string) => fields.find(([field]) => field === name)?.[1];
    id = valueOf('id') ?? id;
    if (valueOf('retry') !== undefined) retryMs = Number(valueOf('retry'));
    const data = valueOf('data');
    if (data !== undefined) events.push({ type: valueOf('event') ?? 'message', data });
  }
  return { events, id, retryMs };
}

describe('a reader of the stream', () => {
  it('gets an entry as a message, and its cursor as the place to go on from', () => {
    expect(read(entryFrame({ position: 7, cursor: '7.a', data: '{"id":"evt_1"}' }))).toEqual({
      events: [{ type: 'message', data: '{"id":"evt_1"}' }],
      id: '7.a',
      retryMs: undefined,
    });
  });

  it('gets its place without a message', () => {
    expect(read(placeFrame('9.a'))).toEqual({ events: [], id: '9.a', retryMs: undefined });
  });

  it('learns that it has lost its place, and gets another', () => {
    expect(read(resetFrame('9.a'))).toEqual({ events: [{ type: 'reset', data: '{}' }], id: '9.a', retryMs: undefined });
  });

  it('notices nothing of a comment, and keeps its place', () => {
    expect(read(`${placeFrame('9.a')}${COMMENT}`)).toMatchObject({ events: [], id: '9.a' });
  });

  it.each([
    [0, 1_000],
    [0.5, 3_500],
    [1, 6_000],
  ])('is sent away for a time between 1 s and 6 s (%s), and keeps its place', (random, retryMs) => {
    expect(read(`${placeFrame('9.a')}${farewellFrame(random)}`)).toEqual({ events: [], id: '9.a', retryMs });
  });
});
