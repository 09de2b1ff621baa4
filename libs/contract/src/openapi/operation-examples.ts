import type { PublicOperationId } from '../operations/served-operations.ts';
import type { WebhookAttempt, WebhookDeliveryDetail } from '../resources/webhook-delivery.ts';
import type { WebhookEndpointWithSecret } from '../resources/webhook-endpoint.ts';
import { incidentOpened, webhookTest } from './event-examples.ts';
import {
  incident,
  maintenanceWindow,
  monitor,
  SECRET,
  statusIncident,
  statusPage,
  webhookDelivery,
  webhookEndpoint,
} from './example-resources.ts';
import { deleted, page, type ExamplesOf } from './example-shapes.ts';

const { acknowledgedAt: _, maintenance: _m, evidence: _e, timeline: _t, ...incidentItem } = incident;

const withSecret: WebhookEndpointWithSecret = { ...webhookEndpoint, secret: SECRET };

const attempt: WebhookAttempt = {
  id: 'wa_01k9z0b4f6h8k0n2q4s6v8x0z2',
  number: 1,
  trigger: 'SCHEDULED',
  startedAt: '2026-03-01T16:58:03.900Z',
  durationMs: 118,
  responseStatus: 204,
  responseBody: '',
  error: null,
};

const delivery: WebhookDeliveryDetail = { ...webhookDelivery, payload: { ...incidentOpened }, attempts: [attempt] };

const testDelivery: WebhookDeliveryDetail = {
  ...webhookDelivery,
  eventType: 'webhook.test',
  payload: { ...webhookTest },
  attempts: [{ ...attempt, trigger: 'MANUAL' }],
};

export const operationExamples: ExamplesOf<PublicOperationId> = {
  listMonitors: { response: page(monitor) },
  createMonitor: {
    body: {
      name: monitor.name,
      type: 'HTTP',
      url: monitor.url,
      expectedStatus: monitor.expectedStatus,
      requestHeaders: { accept: 'application/json' },
      sslExpiryThresholdDays: 14,
      intervalSeconds: 60,
      timeoutSeconds: 10,
      degradedThresholdMs: 800,
    },
    response: {
      ...monitor,
      state: 'PENDING',
      lastCheckedAt: null,
      lastStatusChangedAt: null,
      lastResponseMs: null,
      certExpiresAt: null,
      updatedAt: monitor.createdAt,
    },
  },
  getMonitor: { response: monitor },
  updateMonitor: { body: { name: monitor.name, intervalSeconds: 60 }, response: monitor },
  deleteMonitor: { response: deleted(monitor.id) },
  pauseMonitor: { body: {}, response: { ...monitor, state: 'PAUSED' } },
  resumeMonitor: { body: {}, response: { ...monitor, state: 'PENDING' } },
  checkMonitor: { body: {}, response: monitor },
  listIncidents: { response: page(incidentItem) },
  getIncident: { response: incident },
  acknowledgeIncident: { body: {}, response: incident },
  listStatusPages: { response: page(statusPage) },
  createStatusPage: {
    body: {
      name: statusPage.name,
      slug: statusPage.slug,
      timezone: statusPage.timezone,
      components: [{ monitorId: monitor.id, name: 'Checkout', description: 'Paying for a basket', group: 'Shop' }],
    },
    response: statusPage,
  },
  getStatusPage: { response: statusPage },
  updateStatusPage: { body: { accentColor: '#0a7d5c', customDomain: 'status.shop.example' }, response: statusPage },
  deleteStatusPage: { response: deleted(statusPage.id) },
  listMaintenanceWindows: { response: page(maintenanceWindow) },
  createMaintenanceWindow: {
    body: {
      title: maintenanceWindow.title,
      description: maintenanceWindow.description,
      startsAt: '2026-03-08T03:00:00+01:00',
      endsAt: '2026-03-08T04:00:00+01:00',
      recurrence: maintenanceWindow.recurrence,
      monitorIds: maintenanceWindow.monitorIds,
      statusPageIds: maintenanceWindow.statusPageIds,
    },
    response: maintenanceWindow,
  },
  getMaintenanceWindow: { response: maintenanceWindow },
  updateMaintenanceWindow: { body: { title: maintenanceWindow.title }, response: maintenanceWindow },
  deleteMaintenanceWindow: { response: deleted(maintenanceWindow.id) },
  listStatusIncidents: { response: page(statusIncident) },
  createStatusIncident: {
    body: {
      title: statusIncident.title,
      message: 'Some payments fail. We are looking into it.',
      impact: 'MAJOR',
      statusPageIds: statusIncident.statusPageIds,
      monitorIds: statusIncident.monitorIds,
    },
    response: { ...statusIncident, state: 'INVESTIGATING', updates: statusIncident.updates.slice(1) },
  },
  getStatusIncident: { response: statusIncident },
  updateStatusIncident: { body: { impact: 'MAJOR' }, response: statusIncident },
  deleteStatusIncident: { response: deleted(statusIncident.id) },
  createStatusIncidentUpdate: {
    body: { state: 'IDENTIFIED', message: 'A payment provider is down. We are switching to another.' },
    response: statusIncident,
  },
  listWebhookEndpoints: { response: page(webhookEndpoint) },
  createWebhookEndpoint: {
    body: {
      url: webhookEndpoint.url,
      description: webhookEndpoint.description,
      eventTypes: webhookEndpoint.eventTypes,
    },
    response: withSecret,
  },
  getWebhookEndpoint: { response: webhookEndpoint },
  updateWebhookEndpoint: { body: { eventTypes: webhookEndpoint.eventTypes }, response: webhookEndpoint },
  deleteWebhookEndpoint: { response: deleted(webhookEndpoint.id) },
  rotateWebhookEndpointSecret: {
    body: {},
    response: { ...withSecret, previousSecretExpiresAt: '2026-03-03T09:30:00.000Z' },
  },
  testWebhookEndpoint: { body: {}, response: testDelivery },
  listWebhookDeliveries: { response: page(webhookDelivery) },
  getWebhookDelivery: { response: delivery },
  retryWebhookDelivery: { body: {}, response: { ...delivery, attempts: [attempt] } },
};
