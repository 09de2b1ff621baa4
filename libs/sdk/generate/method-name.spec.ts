import { describe, expect, it } from '@jest/globals';
import { methodName } from './method-name.ts';

const GROUPS = ['monitors', 'incidents', 'statusIncidents', 'me', 'members'];

describe('methodName', () => {
  it.each([
    { id: 'listMonitors', path: '/api/v1/monitors', name: 'monitors.list' },
    { id: 'getMonitor', path: '/api/v1/monitors/{monitorId}', name: 'monitors.get' },
    { id: 'acknowledgeIncident', path: '/api/v1/incidents/{incidentId}/acknowledge', name: 'incidents.acknowledge' },
    { id: 'listStatusPages', path: '/api/v1/status-pages', name: 'statusPages.list' },
    { id: 'getWebhookDelivery', path: '/api/v1/webhook-deliveries/{deliveryId}', name: 'webhookDeliveries.get' },
    { id: 'listWebhookDeliveries', path: '/api/v1/webhook-deliveries', name: 'webhookDeliveries.list' },
    {
      id: 'rotateWebhookEndpointSecret',
      path: '/api/v1/webhook-endpoints/{endpointId}/rotate-secret',
      name: 'webhookEndpoints.rotateSecret',
    },
    {
      id: 'createStatusIncidentUpdate',
      path: '/api/v1/status-incidents/{statusIncidentId}/updates',
      name: 'statusIncidents.createUpdate',
    },
    {
      id: 'setMonitorAlertContacts',
      path: '/api/console/v1/monitors/{monitorId}/alert-contacts',
      name: 'monitors.setAlertContacts',
    },
    { id: 'redeemSignInLink', path: '/api/console/v1/sign-in/redeem', name: 'signIn.redeemLink' },
    { id: 'getSession', path: '/api/console/v1/session', name: 'session.get' },
    { id: 'endAllSessions', path: '/api/console/v1/sessions', name: 'sessions.endAll' },
    { id: 'getMe', path: '/api/console/v1/me', name: 'me.get' },
    { id: 'listAuditLog', path: '/api/console/v1/audit-log', name: 'auditLog.list' },
    { id: 'testMonitor', path: '/api/console/v1/monitor-tests', name: 'monitors.test' },
    { id: 'noteStatusIncident', path: '/api/console/v1/notes', name: 'statusIncidents.note' },
    { id: 'listMessages', path: '/api/console/v1/mails', name: 'mails.listMessages' },
    { id: 'takeStock', path: '/api/console/v1/things', name: 'things.takeStock' },
  ])('offers $id as $name', ({ id, path, name }) => {
    const { group, method } = methodName({ id, path }, GROUPS);
    expect(`${group}.${method}`).toBe(name);
  });
});
