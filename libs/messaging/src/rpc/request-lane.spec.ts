import { describe, expect, it } from '@jest/globals';
import type { Caller, RequestContext } from '@vedette/contract';
import { Places } from '@vedette/turns';
import { LANE_LIMITS, organizationOf } from './request-lane.ts';

const caller: Caller = {
  organizationId: 'org_1',
  keyId: 'key_1',
  access: 'FULL',
  plan: {
    name: 'TEAM',
    monitors: 100,
    fastestIntervalSeconds: 60,
    statusPages: 5,
    webhookEndpoints: 10,
    maintenanceWindows: 100,
  },
  subscription: 'ACTIVE',
};
const own: RequestContext = { requestId: 'req_1', deadlineAt: 0 };
const ofClient: RequestContext = { ...own, caller };

it('leaves a place for a heavy request of another organization', () => {
  const places = new Places(LANE_LIMITS.heavy);
  const started: string[] = [];
  for (const organization of ['busy', 'busy', 'busy', 'other']) {
    places.take(organization, { start: () => started.push(organization), refuse: () => undefined });
  }
  expect(started).toEqual(['busy', 'busy', 'other']);
});

describe('the organization of a request', () => {
  it.each([
    ['the caller', ofClient, 'org_1'],
    ['the one that a service asks for', { ...own, onBehalfOf: 'org_2' }, 'org_2'],
    ['nobody, when a service asks on its own behalf', own, undefined],
  ])('%s', (_name, context, organizationId) => {
    expect(organizationOf(context)).toBe(organizationId);
  });
});
