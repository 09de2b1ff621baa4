import { describe, expect, it } from '@jest/globals';
import {
  endOf,
  filedBetween,
  neededPartitions,
  outdatedPartitions,
  partitionAt,
  startOf,
} from './history-partitions.ts';

const at = (text: string): Date => new Date(text);

describe('a partition of the history', () => {
  it.each([
    { name: 'its first moment', moment: '2026-03-01T00:00:00.000Z', day: '20260301', month: '202603' },
    { name: 'its last moment', moment: '2026-03-31T23:59:59.999Z', day: '20260331', month: '202603' },
    {
      name: 'a moment of another date elsewhere',
      moment: '2026-03-31T23:30:00.000-02:00',
      day: '20260401',
      month: '202604',
    },
  ])('holds $name', ({ moment, day, month }) => {
    expect([partitionAt(at(moment), 'day'), partitionAt(at(moment), 'month')]).toEqual([day, month]);
  });

  it.each([
    { name: '20260301', from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' },
    { name: '20280228', from: '2028-02-28T00:00:00Z', to: '2028-02-29T00:00:00Z' },
    { name: '20261231', from: '2026-12-31T00:00:00Z', to: '2027-01-01T00:00:00Z' },
    { name: '202602', from: '2026-02-01T00:00:00Z', to: '2026-03-01T00:00:00Z' },
    { name: '202612', from: '2026-12-01T00:00:00Z', to: '2027-01-01T00:00:00Z' },
  ])('$name goes from $from to $to', ({ name, from, to }) => {
    expect([startOf(name), endOf(name)]).toEqual([at(from), at(to)]);
  });
});

describe('the partitions that must exist', () => {
  it.each([
    { name: 'at the first moment of a day', now: '2026-03-01T00:00:00.000Z' },
    { name: 'at the last moment of a day', now: '2026-03-01T23:59:59.999Z' },
  ])('are two days back and three ahead $name', ({ now }) => {
    expect(neededPartitions('day', at(now))).toEqual([
      '20260227',
      '20260228',
      '20260301',
      '20260302',
      '20260303',
      '20260304',
    ]);
    expect(filedBetween(at(now))).toEqual({ from: at('2026-02-27T00:00:00Z'), to: at('2026-03-05T00:00:00Z') });
  });

  it.each([
    { name: 'one month in its middle', now: '2026-03-15T00:00:00Z', months: ['202603'] },
    { name: 'the next one from three days before it', now: '2026-03-29T00:00:00Z', months: ['202603', '202604'] },
    { name: 'not the next one before that', now: '2026-03-28T23:59:59.999Z', months: ['202603'] },
    { name: 'the one before until two days after it', now: '2026-03-02T23:59:59.999Z', months: ['202602', '202603'] },
  ])('are $name', ({ now, months }) => {
    expect(neededPartitions('month', at(now))).toEqual(months);
  });
});

describe('the partitions that are dropped', () => {
  const days = ['20260227', '20260228', '20260301', '20260302'];
  it.each([
    { name: 'none while the oldest has a moment to keep', now: '2026-03-07T23:59:59.999Z', dropped: [] },
    { name: 'one when its last moment is too old', now: '2026-03-08T00:00:00.000Z', dropped: ['20260227'] },
    { name: 'one until the next one ends', now: '2026-03-08T23:59:59.999Z', dropped: ['20260227'] },
    { name: 'all that are too old', now: '2026-04-01T00:00:00.000Z', dropped: days },
  ])('$name', ({ now, dropped }) => {
    expect(outdatedPartitions(days, 8, at(now))).toEqual(dropped);
  });

  it.each([
    { name: 'no month with a moment to keep', now: '2026-03-08T23:59:59.999Z', dropped: [] },
    { name: 'a month whose last moment is too old', now: '2026-03-09T00:00:00.000Z', dropped: ['202602'] },
  ])('$name', ({ now, dropped }) => {
    expect(outdatedPartitions(['202602', '202603'], 8, at(now))).toEqual(dropped);
  });
});
