import type { AlertContactAnswer } from '../resources/alert-contact.ts';
import type { Rehearsal, Rehearsed } from '../resources/rehearsal.ts';
import type { MonitorAlerting } from '../resources/monitor-alerting.ts';
import { deleted, page, type ConsoleExamples } from './example-shapes.ts';
import { incident, TOKEN, webhookEndpoint } from './example-resources.ts';

const ALERT_TOKEN = 'inc_01k9wc3d5f7h9k1m3p5r7t9w1y.ac_01k9w4b6d8f0h2k4m6p8r0t2w4.tb8w40.Qm9yZWQ_ZG9uJ3QgdHJ5IHRoaXM';

const acknowledgement = { name: incident.monitor.name, cause: incident.cause, startedAt: incident.startedAt };

const contact: AlertContactAnswer = {
  id: 'ac_01k9w4x6m8e2q7r4t6y8a0c2e4',
  type: 'EMAIL',
  name: 'On call',
  to: 'oncall@shop.example',
  state: 'ACTIVE',
  lastOutcome: {
    outcome: 'REACHED',
    sent: 'TEST',
    at: '2026-02-27T08:06:00.000Z',
    retrying: false,
    answer: 'The mail server answered "250 OK"',
  },
  notifyOn: ['EXPIRY'],
  monitorTypes: null,
  remindEveryMinutes: 60,
  delayMinutes: 0,
  quietHours: { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' },
  expiryDays: [14, 3],
  createdAt: '2026-02-27T08:05:00.000Z',
};

const alerting: MonitorAlerting = {
  parentId: 'mon_01k9w3b7m8e2q7r4t6y8a0c2e4',
  runbookUrl: 'https://wiki.shop.example/runbooks/checkout',
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

export const alertExamples = {
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
  getMonitorAlerting: { response: alerting },
  setMonitorAlerting: { body: alerting, response: alerting },
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
          parent: null,
          until: null,
          decidedAt: '2026-03-02T09:15:03.000Z',
          sentAt: '2026-03-02T09:15:03.412Z',
          error: null,
        },
      ],
      nextCursor: null,
    },
  },
} satisfies Partial<ConsoleExamples>;
