import { describe, expect, it } from '@jest/globals';
import { replayLimits, type ReplayedTime } from './replay-limits.ts';

const AT = new Date('2026-03-01T00:00:00Z');
const time = (change: Partial<ReplayedTime> = {}): ReplayedTime => ({
  type: 'HTTP',
  askedFrom: AT,
  from: AT,
  checks: 100,
  failures: 0,
  unobserved: 0,
  unobservedSec: 0,
  ...change,
});

describe('a replay says in words', () => {
  it('what it never knows: checks that did not run, and who would have been told', () => {
    expect(replayLimits(time())).toEqual([
      expect.stringContaining('Only checks that ran'),
      expect.stringContaining('maintenance windows'),
    ]);
  });

  it.each<{ name: string; change: Partial<ReplayedTime>; sentence: string }>([
    { name: 'that nothing is stored', change: { checks: 0 }, sentence: 'No check of this time is stored' },
    {
      name: 'where the history begins',
      change: { askedFrom: new Date(AT.getTime() - 1) },
      sentence: 'before 2026-03-01T00:00:00.000Z',
    },
    {
      name: 'what a longer timeout would have done',
      change: { failures: 1 },
      sentence: '1 check failed, in the replay too',
    },
    { name: 'of more failures', change: { failures: 2 }, sentence: '2 checks failed' },
    { name: 'that checks could not judge', change: { unobserved: 3 }, sentence: 'For 0 s, and in 3 checks' },
    { name: 'that nothing was observed', change: { unobservedSec: 7 }, sentence: 'For 7 s, and in 0 checks' },
    { name: 'that dates of certificates are not stored', change: { type: 'SSL' }, sentence: 'Dates of certificates' },
  ])('$name', ({ change, sentence }) => {
    const said = replayLimits(time(change));
    expect(said).toHaveLength(3);
    expect(said.join(' ')).toContain(sentence);
  });
});
