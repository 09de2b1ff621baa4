import { describe, expect, it } from '@jest/globals';
import { internal } from './internal/internal.ts';
import { operations } from './operations/operations.ts';
import { servedOperations } from './operations/served-operations.ts';
import { requestLaneOf } from './request-lane.ts';

describe('the lane of a request', () => {
  it.each([
    ['a read', operations.getMonitor.subject, 'short'],
    ['a write', operations.createMonitor.subject, 'short'],
    ['a change of hundreds of monitors', servedOperations.bulkMonitors.subject, 'heavy'],
    ['a preview of a page', servedOperations.createStatusPagePreview.subject, 'heavy'],
    ['a check by hand', operations.checkMonitor.subject, 'long'],
    ['a test delivery', operations.testWebhookEndpoint.subject, 'long'],
    ['a retry', operations.retryWebhookDelivery.subject, 'long'],
    ['a check that a service asks a worker for', internal.runCheck.subject, 'long'],
    ['a check that alerts wait for', internal.checkMonitorNow.subject, 'long'],
    ['a test that the operator asks for', internal.testContact.subject, 'long'],
    ['a sign-in, which carries no caller', servedOperations.redeemSignInLink.subject, 'short'],
    ['the session of a person without an organization', servedOperations.getSession.subject, 'short'],
    ['what a service asks another one', internal.describeMonitors.subject, 'internal'],
    ['what the operator asks every service', 'vedette.rpc.monitor.listParked', 'internal'],
  ])('%s', (_name, subject, lane) => {
    expect(requestLaneOf(subject)).toBe(lane);
  });
});
