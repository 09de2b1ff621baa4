import { describe, expect, it } from '@jest/globals';
import { toldParts, type ToldPart } from './told-times.ts';

describe('a sentence of the server', () => {
  it.each<{ name: string; text: string; parts: ToldPart[] }>([
    { name: 'may have no instant', text: 'Acknowledged by Ada', parts: ['Acknowledged by Ada'] },
    { name: 'may be empty', text: '', parts: [] },
    {
      name: 'of a timeline',
      text: 'Ada is not told before 2026-11-17 22:59 UTC: it has quiet hours',
      parts: ['Ada is not told before ', { at: '2026-11-17T22:59:00.000Z' }, ': it has quiet hours'],
    },
    {
      name: 'of a refusal',
      text: 'The next rehearsal can be started at 2026-11-17T02:48:16.377Z.',
      parts: ['The next rehearsal can be started at ', { at: '2026-11-17T02:48:16.377Z' }, '.'],
    },
    {
      name: 'with seconds, and nothing after them',
      text: 'Rehearsal of 2026-11-17 01:48:16 UTC',
      parts: ['Rehearsal of ', { at: '2026-11-17T01:48:16.000Z' }],
    },
    {
      name: 'with two of them',
      text: '2026-11-17 01:00 UTC 2026-11-17 02:00 UTC',
      parts: [{ at: '2026-11-17T01:00:00.000Z' }, ' ', { at: '2026-11-17T02:00:00.000Z' }],
    },
    { name: 'with a day that does not exist', text: 'at 2026-13-17 01:00 UTC', parts: ['at 2026-13-17 01:00 UTC'] },
    { name: 'with a time of no zone', text: 'at 2026-11-17 01:00', parts: ['at 2026-11-17 01:00'] },
  ])('$name', ({ text, parts }) => {
    expect(toldParts(text)).toEqual(parts);
  });
});
