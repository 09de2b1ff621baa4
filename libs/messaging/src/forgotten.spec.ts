import { describe, expect, it } from '@jest/globals';
import { forgotten, type Forgotten, type StreamMark } from './forgotten.ts';

const monday = '2026-11-09T00:00:00Z';
const tuesday = '2026-11-10T00:00:00Z';

describe('what a stream has forgotten', () => {
  const rows: { name: string; known: StreamMark | undefined; current: StreamMark; verdict: Forgotten }[] = [
    {
      name: 'nothing at the first look',
      known: undefined,
      current: { createdAt: monday, lastSequence: 0 },
      verdict: { kind: 'nothing' },
    },
    {
      name: 'nothing while it stands still',
      known: { createdAt: monday, lastSequence: 7 },
      current: { createdAt: monday, lastSequence: 7 },
      verdict: { kind: 'nothing' },
    },
    {
      name: 'nothing when others published too',
      known: { createdAt: monday, lastSequence: 7 },
      current: { createdAt: monday, lastSequence: 9 },
      verdict: { kind: 'nothing' },
    },
    {
      name: 'the tail when its sequence went back',
      known: { createdAt: monday, lastSequence: 7 },
      current: { createdAt: monday, lastSequence: 5 },
      verdict: { kind: 'after', sequence: 5 },
    },
    {
      name: 'everything when it was made anew, whatever its sequence',
      known: { createdAt: monday, lastSequence: 7 },
      current: { createdAt: tuesday, lastSequence: 9 },
      verdict: { kind: 'everything' },
    },
  ];
  it.each(rows)('$name', ({ known, current, verdict }) => {
    expect(forgotten(known, current)).toEqual(verdict);
  });
});
