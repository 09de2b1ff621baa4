import { describe, expect, it } from '@jest/globals';
import { stormVerdict, type ContactMessages } from './alert-storm.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const ago = (ms: number): Date => new Date(now.getTime() - ms);
const after = (ms: number): Date => new Date(now.getTime() + ms);
const calm: ContactMessages = { atOnce: [], gatheredAt: null, lastGatheredAt: null };
const sent = (count: number, ms: number): Date[] => Array.from({ length: count }, () => ago(ms));

describe('one more message to a contact', () => {
  it.each([
    { name: 'the first', before: calm, at: null },
    { name: 'the fifth within a minute', before: { ...calm, atOnce: sent(4, 59_999) }, at: null },
    { name: 'the sixth within a minute', before: { ...calm, atOnce: sent(5, 59_999) }, at: after(15_000) },
    { name: 'the sixth, after a minute', before: { ...calm, atOnce: sent(5, 60_000) }, at: null },
    {
      name: 'the sixth, when one of five has left the minute',
      before: { ...calm, atOnce: [...sent(4, 1_000), ago(60_000)] },
      at: null,
    },
    {
      name: 'the seventh joins the sixth',
      before: { ...calm, atOnce: sent(5, 2_000), gatheredAt: after(14_000) },
      at: after(14_000),
    },
    {
      name: 'one that is due when the gathered message goes joins it',
      before: { ...calm, atOnce: sent(5, 16_000), gatheredAt: now },
      at: now,
    },
    {
      name: 'one after a gathered message waits for the next',
      before: { ...calm, atOnce: sent(5, 20_000), lastGatheredAt: ago(5_000) },
      at: after(55_000),
    },
    {
      name: 'one after a gathered message waits, though no others went at once',
      before: { ...calm, lastGatheredAt: ago(59_999) },
      at: after(1),
    },
    { name: 'one when the storm is over', before: { ...calm, lastGatheredAt: ago(60_000) }, at: null },
  ])('$name', ({ before, at }) => {
    expect(stormVerdict(before, now)).toEqual(at === null ? { kind: 'at-once' } : { kind: 'gather', at });
  });
});
