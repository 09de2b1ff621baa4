/** All examples share one scenario: the checkout of a shop goes down, and its team handles the incident. */
import type { IncidentDetail } from '../resources/incident.ts';
import type { MaintenanceWindow } from '../resources/maintenance-window.ts';
import type { Monitor } from '../resources/monitor.ts';
import type { StatusIncident } from '../resources/status-incident.ts';
import type { StatusPage } from '../resources/status-page.ts';
import type { WebhookDelivery } from '../resources/webhook-delivery.ts';
import type { WebhookEndpoint } from '../resources/webhook-endpoint.ts';

export const monitor: Monitor = {
  id: 'mon_01k9w3v5m8e2q7r4t6y8a0c2e4',
  name: 'Checkout API',
  type: 'HTTP',
  state: 'UP',
  url: 'https://api.shop.example/health',
  host: null,
  port: null,
  method: 'GET',
  expectedStatus: [200, 204],
  requestHeaders: { accept: 'application/json' },
  requestBody: null,
  followRedirects: true,
  verifySsl: true,
  keyword: null,
  keywordMatch: 'EXISTS',
  dnsRecordType: 'A',
  dnsExpected: null,
  dnsAlertOnChange: true,
  sslExpiryThresholdDays: 14,
  intervalSeconds: 60,
  timeoutSeconds: 10,
  expectedPeriodSec: null,
  graceSeconds: 60,
  degradedThresholdMs: 800,
  degradedThresholdMode: 'LAST',
  degradedSamples: 3,
  heartbeatUrl: null,
  lastCheckedAt: '2026-03-02T09:30:00.412Z',
  lastStatusChangedAt: '2026-03-01T17:02:11.090Z',
  lastResponseMs: 142,
  certExpiresAt: '2026-05-20T23:59:59.000Z',
  createdAt: '2026-02-27T08:00:00.000Z',
  updatedAt: '2026-02-28T10:15:30.000Z',
};

export const incident: IncidentDetail = {
  id: 'inc_01k9z0b2d4f6h8k0n2q4s6v8x0',
  monitor: { id: monitor.id, name: monitor.name, type: monitor.type },
  startedAt: '2026-03-01T16:58:03.120Z',
  resolvedAt: null,
  durationSec: null,
  cause: 'Expected status 200 or 204, got 503',
  acknowledged: true,
  acknowledgedAt: '2026-03-01T16:59:20.000Z',
  maintenance: false,
  evidence: [
    {
      checkedAt: '2026-03-01T16:58:03.120Z',
      worker: 'worker-2',
      region: 'eu-central',
      error: 'Expected status 200 or 204, got 503',
      statusCode: 503,
      responseMs: 96,
      phases: { dns: 4, connect: 11, tls: 24, firstByte: 55, total: 96 },
    },
  ],
  timeline: [
    { at: '2026-03-01T16:58:03.400Z', type: 'OPENED', message: 'Expected status 200 or 204, got 503' },
    { at: '2026-03-01T16:58:04.100Z', type: 'ALERT_SENT', message: 'Told ops@shop.example' },
    { at: '2026-03-01T16:59:20.000Z', type: 'ACKNOWLEDGED', message: 'Acknowledged through the API' },
  ],
};

export const statusPage: StatusPage = {
  id: 'sp_01k9w4a6c8e0g2j4m6p8r0t2w4',
  name: 'Shop status',
  slug: 'shop',
  description: 'How our shop is doing.',
  url: 'https://status.vedette.example/shop',
  customDomain: 'status.shop.example',
  customDomainVerified: true,
  published: true,
  state: 'PARTIAL_OUTAGE',
  theme: 'SYSTEM',
  accentColor: '#0a7d5c',
  logoUrl: 'https://shop.example/logo.svg',
  timezone: 'Europe/Berlin',
  components: [
    {
      id: 'cmp_01k9w4b1d3f5h7k9n1q3s5v7x9',
      monitorId: monitor.id,
      name: 'Checkout',
      description: 'Paying for a basket',
      group: 'Shop',
    },
  ],
  createdAt: '2026-02-27T08:10:00.000Z',
  updatedAt: '2026-02-27T08:10:00.000Z',
};

export const statusIncident: StatusIncident = {
  id: 'si_01k9z0d4f6h8k0n2q4s6v8x0z2',
  title: 'Payments are failing',
  state: 'IDENTIFIED',
  impact: 'MAJOR',
  statusPageIds: [statusPage.id],
  monitorIds: [monitor.id],
  startedAt: '2026-03-01T16:58:00.000Z',
  resolvedAt: null,
  updates: [
    {
      id: 'siu_01k9z0h8k0n2q4s6v8x0z2b4d6',
      state: 'IDENTIFIED',
      message: 'A payment provider is down. We are switching to another.',
      createdAt: '2026-03-01T17:00:40.000Z',
    },
    {
      id: 'siu_01k9z0d4g7j9m1p3r5t7w9y1a3',
      state: 'INVESTIGATING',
      message: 'Some payments fail. We are looking into it.',
      createdAt: '2026-03-01T16:59:50.000Z',
    },
  ],
  createdAt: '2026-03-01T16:59:50.000Z',
  updatedAt: '2026-03-01T17:00:40.000Z',
};

export const maintenanceWindow: MaintenanceWindow = {
  id: 'mw_01k9w6c8e0g2j4m6p8r0t2w4y6',
  title: 'Database upgrade',
  description: 'Paying may be slow for a few minutes.',
  state: 'SCHEDULED',
  startsAt: '2026-03-08T02:00:00.000Z',
  endsAt: '2026-03-08T03:00:00.000Z',
  recurrence: { frequency: 'WEEKLY', interval: 1, weekdays: ['SU'], until: null, timezone: 'Europe/Berlin' },
  occurrence: { startsAt: '2026-03-08T02:00:00.000Z', endsAt: '2026-03-08T03:00:00.000Z' },
  monitorIds: [monitor.id],
  statusPageIds: [statusPage.id],
  createdAt: '2026-03-02T09:00:00.000Z',
  updatedAt: '2026-03-02T09:00:00.000Z',
};

export const webhookEndpoint: WebhookEndpoint = {
  id: 'we_01k9w7e0g2j4m6p8r0t2w4y6a8',
  url: 'https://hooks.shop.example/vedette',
  description: 'Opens tickets',
  eventTypes: ['incident.opened', 'incident.resolved'],
  enabled: true,
  disabledReason: null,
  previousSecretExpiresAt: null,
  createdAt: '2026-02-27T08:20:00.000Z',
  updatedAt: '2026-02-27T08:20:00.000Z',
};

/** A token of a link in a mail. */
export const TOKEN = 'Qm9yZWQ_ZG9uJ3QgdHJ5IHRoaXMgb25lIGF0IGhvbWU';
export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

export const webhookDelivery: WebhookDelivery = {
  id: 'wd_01k9z0b3e5g7j9m1p3r5t7w9y1',
  endpointId: webhookEndpoint.id,
  eventId: 'evt_01k9z0b2d4f6h8k0n2q4s6v8x0',
  eventType: 'incident.opened',
  state: 'SUCCEEDED',
  attemptCount: 1,
  nextAttemptAt: null,
  lastAttemptAt: '2026-03-01T16:58:03.900Z',
  lastResponseStatus: 204,
  completedAt: '2026-03-01T16:58:04.020Z',
  createdAt: '2026-03-01T16:58:03.800Z',
};
