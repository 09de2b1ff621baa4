import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES } from '@vedette/contract';
import { EVENT_TONES } from './event-tones.ts';

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
