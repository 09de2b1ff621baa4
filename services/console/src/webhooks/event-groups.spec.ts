import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES } from '@vedette/contract';
import { EVENT_GROUPS, SUBSCRIBED } from './event-groups.ts';

describe('the groups of events', () => {
  it('have every type of the contract once, but for the test', () => {
    expect([...SUBSCRIBED, 'webhook.test'].toSorted()).toEqual([...EVENT_TYPES].toSorted());
  });

  it.each(Object.entries(EVENT_GROUPS))('%s has types of its own', (group, types) => {
    for (const type of types) expect(type.split('.')[0]).toBe(group);
  });
});
