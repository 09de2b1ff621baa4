import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, type EventType } from '@vedette/contract';
import { isSubscribed } from './subscription.ts';

function typesFor(eventTypes: readonly string[], organizationId = 'org_1'): EventType[] {
  const subscriber = { organizationId: 'org_1', eventTypes };
  return EVENT_TYPES.filter((type) => isSubscribed(subscriber, { organizationId, type }));
}

describe('a subscription', () => {
  it('to everything is for each of the event types', () => {
    expect(typesFor(['*'])).toEqual(EVENT_TYPES);
  });

  it('to some types is for these alone', () => {
    expect(typesFor(['monitor.down', 'incident.opened'])).toEqual(['incident.opened', 'monitor.down']);
  });

  it('is never for events of another organization', () => {
    expect(typesFor(['*'], 'org_2')).toEqual([]);
  });
});
