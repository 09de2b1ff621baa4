import { describe, expect, it } from '@jest/globals';
import type { PublicEvent } from '@vedette/contract';
import { timelineOf, withMessages } from './incident-timeline.ts';

const at = '2026-11-15T10:00:04.250Z';
const timeline = [
  { at, type: 'OPENED', message: 'No answer' },
  { at, type: 'ALERT_SENT', message: 'Told ops@example.com' },
];
const opened = { id: 'evt_1', type: 'incident.opened', timestamp: at, data: { incident: { id: 'inc_1', timeline } } };
const down = { id: 'evt_2', type: 'monitor.down', timestamp: at, data: { monitor: { id: 'mon_1' } } };
const [incident, monitor] = [opened, down].map((event) => event as unknown as PublicEvent) as [
  PublicEvent,
  PublicEvent,
];

describe('the words of an event that may name contacts', () => {
  it('are the timeline of its incident', () => {
    expect(timelineOf(incident)).toEqual([
      { incidentId: 'inc_1', type: 'OPENED', message: 'No answer' },
      { incidentId: 'inc_1', type: 'ALERT_SENT', message: 'Told ops@example.com' },
    ]);
    expect(timelineOf(monitor)).toEqual([]);
  });

  it('are replaced, and nothing else is', () => {
    expect(JSON.stringify(withMessages(incident, ['No answer', 'Told •••@example.com']))).toBe(
      JSON.stringify(opened).replace('ops@', '•••@'),
    );
    expect(withMessages(monitor, [])).toBe(monitor);
  });

  it('are left out where none is given', () => {
    expect(timelineOf(withMessages(incident, ['No answer']))[1]?.message).toBe('');
  });
});
