import { describe, expect, it } from '@jest/globals';
import type { Observed } from '../states/observation-gap.ts';
import type { RecordedState } from '../states/state-record.ts';
import { currentRecord } from './current-record.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1_000);
const record: RecordedState[] = [{ at: ago(9_000), state: 'UP' }];
/** Silent for too long after 160 s. */
const monitor: Observed = {
  type: 'HTTP',
  intervalSeconds: 60,
  timeoutSeconds: 5,
  state: 'UP',
  since: ago(9_000),
  observedAt: ago(100),
};

describe('the record of states now', () => {
  it.each<[string, Partial<Observed>, RecordedState[]]>([
    ['is the record of a monitor that is observed', {}, []],
    ['ends with a gap since the last result', { observedAt: ago(161) }, [{ at: ago(161), state: 'UNOBSERVED' }]],
    ['has a gap that is on record already', { observedAt: null }, []],
    ['has no gap while the monitor is paused', { state: 'PAUSED', observedAt: ago(8_000) }, []],
  ])('%s', (_, change, more) => {
    expect(currentRecord({ ...monitor, ...change }, record, NOW)).toEqual([...record, ...more]);
  });
});
