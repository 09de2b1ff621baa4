import { describe, expect, it } from '@jest/globals';
import { contract, operations } from './operations.ts';

/** Copied from the specification: the operations of 4.1 and 4.2, and the table of 4.3. */
const SPECIFIED = `
| GET | /api/v1/monitors | List monitors |
| POST | /api/v1/monitors | Create a monitor |
| GET | /api/v1/monitors/{monitorId} | Get a monitor |
| PATCH | /api/v1/monitors/{monitorId} | Update a monitor |
| DELETE | /api/v1/monitors/{monitorId} | Delete a monitor |
| POST | /api/v1/monitors/{monitorId}/pause | Pause a monitor |
| POST | /api/v1/monitors/{monitorId}/resume | Resume a monitor |
| POST | /api/v1/monitors/{monitorId}/check | Check a monitor now |
| GET | /api/v1/incidents | List incidents |
| GET | /api/v1/incidents/{incidentId} | Get an incident |
| POST | /api/v1/incidents/{incidentId}/acknowledge | Acknowledge an incident |
| GET | /api/v1/status-pages | List status pages |
| POST | /api/v1/status-pages | Create a status page |
| GET | /api/v1/status-pages/{statusPageId} | Get a status page |
| PATCH | /api/v1/status-pages/{statusPageId} | Update a status page |
| DELETE | /api/v1/status-pages/{statusPageId} | Delete a status page |
| GET | /api/v1/maintenance-windows | List maintenance windows |
| POST | /api/v1/maintenance-windows | Create a maintenance window |
| GET | /api/v1/maintenance-windows/{maintenanceId} | Get a maintenance window |
| PATCH | /api/v1/maintenance-windows/{maintenanceId} | Update a maintenance window |
| DELETE | /api/v1/maintenance-windows/{maintenanceId} | Delete a maintenance window |
| GET | /api/v1/status-incidents | List published incidents |
| POST | /api/v1/status-incidents | Publish an incident |
| GET | /api/v1/status-incidents/{statusIncidentId} | Get a published incident |
| PATCH | /api/v1/status-incidents/{statusIncidentId} | Edit a published incident |
| DELETE | /api/v1/status-incidents/{statusIncidentId} | Delete a published incident |
| POST | /api/v1/status-incidents/{statusIncidentId}/updates | Post an incident update |
| GET | /api/v1/webhook-endpoints | List webhook endpoints |
| POST | /api/v1/webhook-endpoints | Create a webhook endpoint |
| GET | /api/v1/webhook-endpoints/{endpointId} | Get a webhook endpoint |
| PATCH | /api/v1/webhook-endpoints/{endpointId} | Update a webhook endpoint |
| DELETE | /api/v1/webhook-endpoints/{endpointId} | Delete a webhook endpoint |
| POST | /api/v1/webhook-endpoints/{endpointId}/rotate-secret | Rotate a signing secret |
| POST | /api/v1/webhook-endpoints/{endpointId}/test | Send a test event |
| GET | /api/v1/webhook-deliveries | List webhook deliveries |
| GET | /api/v1/webhook-deliveries/{deliveryId} | Get a delivery and its attempts |
| POST | /api/v1/webhook-deliveries/{deliveryId}/retry | Retry a delivery |
`;

const all = contract.operations;
const lists = all.filter(({ id }) => id.startsWith('list'));
const idsWhere = (test: (operation: (typeof all)[number]) => boolean) => all.filter(test).map(({ id }) => id);

describe('the operations', () => {
  it('are those of the specification, all 37 and no other', () => {
    const rows = all.map(({ method, path, summary }) => `| ${method} | ${path} | ${summary} |`);
    expect(rows).toEqual(SPECIFIED.trim().split('\n'));
    expect(all).toHaveLength(37);
  });

  it('are each listed under their id and answered on a subject of their own', () => {
    expect(Object.keys(operations)).toEqual(all.map(({ id }) => id));
    expect(new Set(all.map(({ subject }) => subject)).size).toBe(37);
    expect(operations.checkMonitor.subject).toBe('vedette.rpc.monitor.checkMonitor');
    expect(operations.retryWebhookDelivery.subject).toBe('vedette.rpc.webhook-dispatcher.retryWebhookDelivery');
  });

  it('answer 201 when they create, and 200 otherwise', () => {
    expect(idsWhere(({ status }) => status === 201)).toEqual([
      'createMonitor',
      'createStatusPage',
      'createMaintenanceWindow',
      'createStatusIncident',
      'createStatusIncidentUpdate',
      'createWebhookEndpoint',
    ]);
  });

  it('take a body on POST and PATCH only', () => {
    expect(idsWhere(({ body }) => body !== undefined)).toEqual(
      idsWhere(({ method }) => method === 'POST' || method === 'PATCH'),
    );
  });

  it('take {} where nothing can be said', () => {
    expect(idsWhere(({ body }) => body === operations.pauseMonitor.body)).toEqual([
      'pauseMonitor',
      'resumeMonitor',
      'checkMonitor',
      'acknowledgeIncident',
      'rotateWebhookEndpointSecret',
      'testWebhookEndpoint',
      'retryWebhookDelivery',
    ]);
  });

  it('have five seconds, but for those that reach out', () => {
    const longer = all.filter(({ deadlineMs }) => deadlineMs !== 5_000);
    expect(longer.map(({ id, deadlineMs }) => [id, deadlineMs])).toEqual([
      ['checkMonitor', 130_000],
      ['testWebhookEndpoint', 20_000],
      ['retryWebhookDelivery', 20_000],
    ]);
  });

  it('wait for others exactly when they reach out', () => {
    const reachOut = ['checkMonitor', 'testWebhookEndpoint', 'retryWebhookDelivery'];
    expect(idsWhere(({ lane }) => lane === 'long')).toEqual(reachOut);
  });

  it('mark the responses that hold a secret', () => {
    expect(idsWhere(({ sensitive }) => sensitive === true)).toEqual([
      // A monitor holds the headers and the credentials of its request.
      'createMonitor',
      'updateMonitor',
      'pauseMonitor',
      'resumeMonitor',
      'checkMonitor',
      'createWebhookEndpoint',
      'rotateWebhookEndpointSecret',
    ]);
  });

  it('page every list', () => {
    for (const { id, query } of lists) {
      expect([id, query]).toEqual([
        id,
        expect.objectContaining({
          properties: expect.objectContaining({
            limit: expect.objectContaining({ minimum: 1, maximum: 100, default: 25 }),
            offset: expect.objectContaining({ minimum: 0, maximum: 100_000, default: 0 }),
          }),
        }),
      ]);
    }
  });

  it('filter as decided', () => {
    const filters = lists.map(({ id, query }: { id: string; query: { properties?: object } }) => [
      id,
      Object.keys(query.properties ?? {}).slice(2),
    ]);
    expect(Object.fromEntries(filters)).toEqual({
      listMonitors: [],
      listIncidents: ['state', 'monitorId', 'acknowledged'],
      listStatusPages: [],
      listMaintenanceWindows: ['state'],
      listStatusIncidents: ['statusPageId', 'state'],
      listWebhookEndpoints: [],
      listWebhookDeliveries: ['endpointId', 'eventType', 'state'],
    });
  });

  it('are none of them deprecated', () => {
    expect(idsWhere(({ deprecation }) => deprecation !== undefined)).toEqual([]);
  });
});
