import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, MONITOR_STATES } from '@vedette/contract';
import { EVENT_TONES, failureLook, STATE_TONES } from './tones.ts';

describe('the look of a state', () => {
  it('is that of something wrong for DOWN alone', () => {
    expect(MONITOR_STATES.filter((state) => STATE_TONES[state] === 'bad')).toEqual(['DOWN']);
  });
});

describe('the look of an event', () => {
  it('is that of something wrong for outages alone', () => {
    expect(EVENT_TYPES.filter((type) => EVENT_TONES[type] === 'bad')).toEqual(['incident.opened', 'monitor.down']);
  });

  it('is that of something good for what ends trouble', () => {
    expect(EVENT_TYPES.filter((type) => EVENT_TONES[type] === 'good')).toEqual([
      'incident.resolved',
      'status_incident.resolved',
      'monitor.up',
      'maintenance.ended',
    ]);
  });
});

const rows = [
  { name: 'a read without a connection', code: 'connection_error', isWrite: false, look: 'slow offline' },
  { name: 'a write without a connection', code: 'connection_error', isWrite: true, look: 'slow' },
  { name: 'a read without an answer in time', code: 'timeout', isWrite: false, look: 'slow offline' },
  { name: 'a write without an answer in time', code: 'timeout', isWrite: true, look: 'slow' },
  { name: 'a read of what is gone', code: 'not_found', isWrite: false, look: 'none' },
  { name: 'a write to what is gone', code: 'not_found', isWrite: true, look: 'none' },
  { name: 'a server that failed', code: 'internal_error', isWrite: false, look: 'bad' },
  { name: 'a write with faults', code: 'validation_error', isWrite: true, look: 'bad' },
] as const;

describe('the look of a failure', () => {
  it.each(rows)('$name: $look', ({ code, isWrite, look }) => {
    expect(failureLook(code, isWrite)).toBe(look);
  });
});
