import type { Rehearsal, Rehearsed } from '../resources/rehearsal.ts';
import type { AlertContactAnswer } from '../resources/alert-contact.ts';
import type { AuditEntry } from '../resources/audit-log.ts';
import type { Check } from '../resources/check-history.ts';
import type { LoggedEvent } from '../resources/event-log.ts';
import type { Key } from '../resources/key.ts';
import type { Invitation, Member } from '../resources/member.ts';
import type { Organization, Usage } from '../resources/organization.ts';
import type { MonitorBulkResult } from '../resources/monitor-bulk.ts';
import { LATENCY_HOURS, type MonitorListItem } from '../resources/monitor-list.ts';
import type { ReplayResult } from '../resources/replay.ts';
import type { Overview } from '../resources/overview.ts';
import type { MonitorTest } from '../resources/monitor-test.ts';
import type { Me, Session, SessionItem } from '../resources/session.ts';
import { incident, maintenanceWindow, monitor, statusPage, webhookEndpoint } from './example-resources.ts';
import { incidentOpened } from './event-examples.ts';
import type { BodyOf, ConsoleOnlyOperationId, ResponseOf } from '../operations/served-operations.ts';

/** Bodies as a user would write them: fields with a default may be left out. */
type Examples = {
  [Id in ConsoleOnlyOperationId]: { body?: Partial<NonNullable<BodyOf<Id>>>; response: ResponseOf<Id> };
};

const page = <T>(item: T) => ({ data: [item], pagination: { limit: 25, offset: 0, total: 1 } });
const deleted = (id: string) => ({ data: { id } });

const person = { id: 'per_01k9w1s2m8e2q7r4t6y8a0c2e4', name: 'Ada Okafor', email: 'ada@shop.example' };
const TOKEN = 'Qm9yZWQ_ZG9uJ3QgdHJ5IHRoaXMgb25lIGF0IGhvbWU';
const ALERT_TOKEN = 'inc_01k9wc3d5f7h9k1m3p5r7t9w1y.ac_01k9w4b6d8f0h2k4m6p8r0t2w4.tb8w40.Qm9yZWQ_ZG9uJ3QgdHJ5IHRoaXM';
const SECRET = 'ved_4tXcQ9mZr2LhVb7NwKp0Js6Ye1Fu8Da3abc123';

const acknowledgement = { name: incident.monitor.name, cause: incident.cause, startedAt: incident.startedAt };

const organization: Organization = {
  id: 'org_01k9w2t3m8e2q7r4t6y8a0c2e4',
  name: 'Example Shop',
  plan: 'TEAM',
  subscription: 'ACTIVE',
  createdAt: '2026-02-27T07:50:00.000Z',
};

const session: Session = {
  person,
  organization: { id: organization.id, name: organization.name },
  role: 'OWNER',
  memberships: [{ organizationId: organization.id, name: organization.name, role: 'OWNER' }],
  expiresAt: '2026-03-09T09:30:00.000Z',
};

const sessionItem: SessionItem = {
  id: 'ses_01k9w1v4m8e2q7r4t6y8a0c2e4',
  current: true,
  signedInAt: '2026-03-02T08:00:00.000Z',
  lastUsedAt: '2026-03-02T09:30:00.000Z',
  expiresAt: session.expiresAt,
  address: '198.51.100.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
};

const me: Me = {
  ...person,
  timezone: 'Europe/Berlin',
  locale: 'en',
  theme: 'SYSTEM',
};

const usage: Usage = {
  plan: 'TEAM',
  allowed: { monitors: 100, statusPages: 5, webhookEndpoints: 10, fastestIntervalSeconds: 60 },
  used: { monitors: 12, statusPages: 1, webhookEndpoints: 2, members: 3, keys: 2 },
};

const member: Member = {
  id: 'per_01k9w1s9q7r4t6y8a0c2e4g6j8',
  name: 'Ben Ilves',
  email: 'ben@shop.example',
  role: 'MEMBER',
  createdAt: '2026-02-28T10:00:00.000Z',
};

const invitation: Invitation = {
  id: 'inv_01k9w9g2j4m6p8r0t2w4y6a8c0',
  email: 'cleo@shop.example',
  role: 'VIEWER',
  mailed: false,
  invitedBy: person.name,
  createdAt: '2026-03-02T09:00:00.000Z',
  expiresAt: '2026-03-09T09:00:00.000Z',
};

const key: Key = {
  id: 'key_01k9w8f1j4m6p8r0t2w4y6a8c0',
  name: 'Deployments',
  access: 'FULL',
  enabled: true,
  prefix: SECRET.slice(0, 8),
  lastFour: SECRET.slice(-4),
  expiresAt: '2027-03-01T00:00:00.000Z',
  previousSecretExpiresAt: null,
  lastUsedAt: '2026-03-02T09:29:58.000Z',
  lastUsedFrom: '198.51.100.7',
  createdAt: '2026-02-27T08:30:00.000Z',
  createdBy: `person:${person.id}`,
};

const auditEntry: AuditEntry = {
  id: 'aud_01k9wah3j4m6p8r0t2w4y6a8c0',
  at: '2026-03-02T09:05:00.000Z',
  actor: `person:${person.id}`,
  actorName: person.name,
  operation: 'updateMonitor',
  refused: false,
  resourceId: 'mon_01k9w3v5m8e2q7r4t6y8a0c2e4',
  resourceName: 'Checkout API',
  changedFields: ['intervalSeconds'],
  requestId: 'req_01k9z0b2d4f6h8k0n2q4s6v8x0',
  address: '198.51.100.7',
};

const contact: AlertContactAnswer = {
  id: 'ac_01k9w4x6m8e2q7r4t6y8a0c2e4',
  type: 'EMAIL',
  name: 'On call',
  to: 'oncall@shop.example',
  state: 'ACTIVE',
  notifyOn: ['EXPIRY'],
  monitorTypes: null,
  remindEveryMinutes: 60,
  delayMinutes: 0,
  quietHours: { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' },
  expiryDays: [14, 3],
  createdAt: '2026-02-27T08:05:00.000Z',
};

const bulkResult: MonitorBulkResult = {
  data: [
    { id: monitor.id, outcome: 'PAUSED' },
    { id: 'mon_01k9w3v9q7r4t6y8a0c2e4g6j8', outcome: 'NOT_FOUND' },
  ],
};

const listItem: MonitorListItem = {
  id: monitor.id,
  name: monitor.name,
  type: monitor.type,
  state: monitor.state,
  target: monitor.url,
  lastStatusChangedAt: monitor.lastStatusChangedAt,
  lastCheckedAt: monitor.lastCheckedAt,
  lastResponseMs: monitor.lastResponseMs,
  uptime24h: 100,
  uptime30d: 99.982,
  latencyMs: 139,
  latencies: Array.from({ length: LATENCY_HOURS }, (_, hour) => (hour === 3 ? null : 130 + hour)),
};

const overview: Overview = {
  at: '2026-03-02T09:30:00.000Z',
  monitors: { total: 12, up: 10, degraded: 0, down: 1, pending: 0, paused: 1 },
  incidents: {
    total: 1,
    data: [
      {
        id: incident.id,
        monitor: incident.monitor,
        startedAt: incident.startedAt,
        cause: incident.cause,
        acknowledged: incident.acknowledged,
        ongoingSec: 312,
      },
    ],
  },
  maintenance: {
    total: 1,
    data: [
      {
        id: maintenanceWindow.id,
        title: maintenanceWindow.title,
        state: 'SCHEDULED',
        startsAt: '2026-03-08T02:00:00.000Z',
        endsAt: '2026-03-08T03:00:00.000Z',
        monitors: 2,
      },
    ],
  },
  slowest: [{ id: monitor.id, name: monitor.name, state: monitor.state, latencyMs: 139 }],
  summarizedAt: '2026-03-02T09:29:48.000Z',
};

const replay: ReplayResult = {
  from: '2026-02-27T08:00:00.000Z',
  to: '2026-03-02T09:30:00.000Z',
  checks: 4_410,
  happened: {
    degradedSec: 0,
    degradedPeriods: 0,
    longestDegradedSec: 0,
    downSec: 312,
    outages: 1,
    alerts: { degraded: 0, down: 2 },
    periods: [],
  },
  replayed: {
    degradedSec: 540,
    degradedPeriods: 1,
    longestDegradedSec: 540,
    downSec: 312,
    outages: 1,
    alerts: { degraded: 2, down: 2 },
    periods: [{ from: '2026-03-01T10:00:00.000Z', to: '2026-03-01T10:09:00.000Z' }],
  },
  difference: {
    degradedSec: 540,
    degradedPeriods: 1,
    longestDegradedSec: 540,
    downSec: 0,
    outages: 0,
    alerts: { degraded: 2, down: 0 },
  },
  unknown: [
    'Only checks that ran are replayed: what another interval or another target would have found is not known.',
  ],
};

const monitorTest: MonitorTest = {
  state: 'UP',
  cause: null,
  responseMs: 142,
  certExpiresAt: '2026-05-20T12:00:00.000Z',
  domainExpiresAt: null,
  dnsAnswer: null,
  attempts: [
    {
      checkedAt: '2026-03-02T09:30:00.000Z',
      worker: 'checker-worker-1',
      region: 'eu-central',
      error: null,
      statusCode: 200,
      responseMs: 142,
      phases: { dns: 12, connect: 18, tls: 31, firstByte: 79, total: 142 },
    },
  ],
};
const loggedEvent: LoggedEvent = { ...incidentOpened, cursor: '1042.kR3vX0aQ' };

const check: Check = {
  slotAt: '2026-03-02T09:30:00.000Z',
  startedAt: '2026-03-02T09:30:00.012Z',
  endedAt: '2026-03-02T09:30:00.196Z',
  latenessMs: 12,
  verdict: 'UP',
  responseMs: 184,
  phases: { dns: 4, connect: 21, tls: 38, firstByte: 110, total: 184 },
  region: 'eu-central',
  worker: 'checker-worker-7d9f-a1b2c3',
  error: null,
  attempts: [],
};

const latencyPoint = {
  at: '2026-03-02T09:00:00.000Z',
  count: 60,
  failures: 1,
  min: 148,
  p50: 181,
  p95: 264,
  p99: 402,
  max: 415,
};

const rehearsed: Rehearsed = {
  kind: 'ENDPOINT',
  id: webhookEndpoint.id,
  type: null,
  name: new URL(webhookEndpoint.url).host,
  outcome: 'PENDING',
  answer: null,
  tookMs: null,
};
const rehearsal: Rehearsal = {
  id: 'rh_01k2j3x8r0v6m4f9q7t5y1n8cd',
  state: 'RUNNING',
  startedAt: '2026-03-01T16:20:00.000Z',
  endedAt: null,
  reached: 0,
  results: [rehearsed],
};

export const consoleExamples: Examples = {
  createSignInLink: { body: { email: person.email }, response: { email: person.email } },
  redeemSignInLink: { body: { token: TOKEN }, response: session },
  listSignInMethods: { response: page({ type: 'MAIL' as const }) },
  getSession: { response: session },
  endSession: { response: deleted(sessionItem.id) },
  listSessions: { response: page(sessionItem) },
  endOneSession: { response: deleted(sessionItem.id) },
  endAllSessions: { response: deleted(person.id) },
  getMe: { response: me },
  updateMe: { body: { timezone: 'Europe/Berlin' }, response: me },
  getOrganization: { response: organization },
  updateOrganization: { body: { name: organization.name }, response: organization },
  deleteOrganization: { response: deleted(organization.id) },
  getUsage: { response: usage },
  listAuditLog: { response: page(auditEntry) },
  listMembers: { response: page(member) },
  updateMember: { body: { role: 'MEMBER' }, response: member },
  removeMember: { response: deleted(member.id) },
  listInvitations: { response: page(invitation) },
  createInvitation: {
    body: { email: invitation.email, role: 'VIEWER' },
    response: { ...invitation, url: `https://console.shop.example/console/invitation#token=${TOKEN}` },
  },
  deleteInvitation: { response: deleted(invitation.id) },
  acceptInvitation: { body: { token: TOKEN }, response: session },
  listKeys: { response: page(key) },
  createKey: {
    body: { name: key.name, access: 'FULL', expiresAt: '2027-03-01T00:00:00Z' },
    response: { ...key, lastUsedAt: null, lastUsedFrom: null, secret: SECRET },
  },
  updateKey: { body: { enabled: false }, response: { ...key, enabled: false } },
  deleteKey: { response: deleted(key.id) },
  addIncidentNote: {
    body: { text: 'The database was restarted.' },
    response: {
      ...incident,
      timeline: [
        ...incident.timeline,
        { at: '2026-03-01T16:20:00.000Z', type: 'NOTE', message: 'The database was restarted.' },
      ],
    },
  },
  viewAcknowledgement: { body: { token: ALERT_TOKEN }, response: acknowledgement },
  createAcknowledgement: { body: { token: ALERT_TOKEN }, response: acknowledgement },
  streamEvents: { response: loggedEvent },
  startRehearsal: { body: {}, response: rehearsal },
  getRehearsal: {
    response: {
      ...rehearsal,
      state: 'DONE',
      endedAt: '2026-03-01T16:20:02.000Z',
      reached: 1,
      results: [{ ...rehearsed, outcome: 'REACHED', answer: 'The receiver answered 200', tookMs: 84 }],
    },
  },
  retryFailedWebhookDeliveries: {
    body: { endpointId: webhookEndpoint.id, since: '2026-03-01T16:00:00Z' },
    response: { endpointId: webhookEndpoint.id, since: '2026-03-01T16:00:00.000Z', until: '2026-03-02T09:30:00.000Z' },
  },
  listEvents: { response: { data: [loggedEvent], nextCursor: null } },
  replaceKey: {
    body: { overlapSeconds: 3600 },
    response: { ...key, previousSecretExpiresAt: '2026-03-02T10:30:00.000Z', secret: SECRET },
  },
  listAlertContacts: { response: page(contact) },
  createAlertContact: {
    body: { type: 'EMAIL', to: contact.to, name: contact.name },
    response: { ...contact, secret: null },
  },
  confirmAlertContact: { body: { token: TOKEN }, response: { to: contact.to } },
  getAlertContact: { response: contact },
  updateAlertContact: { body: { name: contact.name }, response: contact },
  testAlertContact: {
    body: {},
    response: { sent: 'TEST', delivered: true, answer: 'The mail server answered "250 OK"', tookMs: 184 },
  },
  deleteAlertContact: { response: deleted(contact.id) },
  getMonitorAlertContacts: { response: { contactIds: [contact.id] } },
  setMonitorAlertContacts: { body: { contactIds: [contact.id] }, response: { contactIds: [contact.id] } },
  listAlerts: {
    response: {
      data: [
        {
          id: 'al_1204',
          subject: 'INCIDENT',
          incidentId: incident.id,
          monitor: incident.monitor,
          contact: { id: contact.id, type: contact.type, name: contact.name },
          kind: 'OPENED',
          number: 0,
          state: 'SENT',
          reason: null,
          until: null,
          decidedAt: '2026-03-02T09:15:03.000Z',
          sentAt: '2026-03-02T09:15:03.412Z',
          error: null,
        },
      ],
      nextCursor: null,
    },
  },
  bulkMonitors: { body: { action: 'pause', monitorIds: bulkResult.data.map(({ id }) => id) }, response: bulkResult },
  runMonitorTest: { body: { name: monitor.name, type: 'HTTP', url: monitor.url }, response: monitorTest },
  getMonitorList: { response: { ...page(listItem), summarizedAt: '2026-03-02T09:29:48.000Z' } },
  getOverview: { response: overview },
  replayMonitor: {
    body: { degradedThresholdMs: 500, degradedThresholdMode: 'LAST', degradedSamples: 3 },
    response: replay,
  },
  listMonitorStatusPages: {
    response: page({
      id: statusPage.id,
      name: statusPage.name,
      slug: statusPage.slug,
      url: statusPage.url,
      published: true,
      componentName: 'Checkout',
    }),
  },
  createMaintenancePreview: {
    body: {
      startsAt: maintenanceWindow.startsAt,
      endsAt: maintenanceWindow.endsAt,
      recurrence: { frequency: 'WEEKLY', interval: 1, weekdays: ['SU'], until: null, timezone: 'Europe/Berlin' },
      from: null,
      count: 5,
    },
    response: { occurrences: [{ startsAt: maintenanceWindow.startsAt, endsAt: maintenanceWindow.endsAt }] },
  },
  createMarkdownPreview: {
    body: { message: 'We have found **the cause**.' },
    response: { html: '<p>We have found <strong>the cause</strong>.</p>\n' },
  },
  createStatusPagePreview: {
    body: { name: statusPage.name, statusPageId: statusPage.id },
    response: {
      url: 'https://status.example.com/_/previews/8sVv1xZqk3m2JwP0aB7cD4eF5gH6iJ9kLmNoPqRsTuV',
      expiresAt: '2026-03-02T09:35:00.000Z',
    },
  },
  listChecks: { response: { data: [check], nextCursor: null } },
  getLatency: { response: { step: 3_600, points: [latencyPoint] } },
  getUptime: {
    response: {
      from: '2026-02-27T08:00:00.000Z',
      to: '2026-03-02T10:00:00.000Z',
      percent: 99.8333,
      seconds: { up: 262_362, degraded: 0, down: 438, pending: 0, paused: 0, unobserved: 0, maintenance: 3_600 },
      outages: 1,
      longestOutageSec: 438,
      meanTimeToRecoverSec: 438,
      meanTimeBetweenFailuresSec: 262_362,
    },
  },
  listStates: {
    response: {
      data: [{ state: 'UP', startedAt: '2026-03-02T09:12:18.000Z', endedAt: null }],
      nextCursor: null,
    },
  },
};
