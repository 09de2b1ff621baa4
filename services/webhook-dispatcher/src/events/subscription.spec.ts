import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES } from '@vedette/contract';
import { isSubscribed } from './subscription.ts';

describe('a subscription', () => {
  it('to everything is for each of the event types', () => {
    expect(EVENT_TYPES.filter((type) => !isSubscribed(['*'], type))).toEqual([]);
  });

  it('to some types is for these alone', () => {
    const subscribed = EVENT_TYPES.filter((type) => isSubscribed(['monitor.down', 'incident.opened'], type));
    expect(subscribed).toEqual(['incident.opened', 'monitor.down']);
  });
});
