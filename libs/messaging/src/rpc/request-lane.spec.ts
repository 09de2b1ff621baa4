import { describe, expect, it } from '@jest/globals';
import { internal, operations, servedOperations, type Caller, type RequestContext } from '@vedette/contract';
import { Places } from '@vedette/turns';
import { LANE_LIMITS, laneOf, organizationOf } from './request-lane.ts';

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

describe('the lane of a request', () => {
  it.each([
    ['a read', operations.getMonitor.subject, ofClient, 'short'],
    ['a write', operations.createMonitor.subject, ofClient, 'short'],
    ['a change of hundreds of monitors', servedOperations.bulkMonitors.subject, ofClient, 'heavy'],
    ['a preview of a page', servedOperations.createStatusPagePreview.subject, ofClient, 'heavy'],
    ['a check by hand', operations.checkMonitor.subject, ofClient, 'long'],
    ['a test delivery', operations.testWebhookEndpoint.subject, ofClient, 'long'],
    ['a retry', operations.retryWebhookDelivery.subject, ofClient, 'long'],
    ['a check that a service asks a worker for', internal.runCheck.subject, own, 'long'],
    ['a check that alerts wait for', internal.checkMonitorNow.subject, own, 'long'],
    ['a test that the operator asks for', internal.testContact.subject, own, 'long'],
    ['a sign-in, which carries no caller', servedOperations.redeemSignInLink.subject, own, 'short'],
    ['the session of a person without an organization', servedOperations.getSession.subject, own, 'short'],
    ['what a service asks another one', internal.describeMonitors.subject, own, 'internal'],
  ])('%s', (_name, subject, context, lane) => {
    expect(laneOf(subject, context)).toBe(lane);
  });
});

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
